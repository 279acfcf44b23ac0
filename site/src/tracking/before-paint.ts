/**
 * A script of its own, which holds up the page until it has run: it puts the session's variants into the page
 * while the browser still reads it, so that the reader never sees another one.
 */
import { safeStorage } from '../client/safe-storage.ts'
import { continueSession } from './new-tab.ts'
import { showVariants } from './show-variants.ts'
import { chooseVariants } from './variants.ts'

const local = safeStorage(() => localStorage)
const session = safeStorage(() => sessionStorage)
continueSession(local, session)
const variants = chooseVariants(local, session)
if (variants) {
  const observer = new MutationObserver(() => showVariants(variants))
  observer.observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => {
    showVariants(variants)
    observer.disconnect()
  })
  showVariants(variants)
}
