/**
 * A separate, render-blocking script: it puts the session's variants into the page while the browser still parses it,
 * so that the reader never sees another variant.
 */
import { safeStorage } from '../client/safe-storage.ts'
import { continueSession } from './new-tab.ts'
import { readEnded, showVariants } from './show-variants.ts'
import { chooseVariants } from './variants.ts'

const local = safeStorage(() => localStorage)
const session = safeStorage(() => sessionStorage)
continueSession(local, session)
const ended = readEnded()
const tested = chooseVariants(local, session, ended)
if (tested || Object.keys(ended).length > 0) {
  const show = () => showVariants(tested, ended)
  const observer = new MutationObserver(show)
  observer.observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => {
    show()
    observer.disconnect()
  })
  show()
}
