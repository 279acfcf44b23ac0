/**
 * A script of its own, which holds up the page until it has run: it puts the visit's variants into the page
 * while the browser still reads it, so that the reader never sees another one.
 */
import { safeStorage } from '../client/safe-storage.ts'
import { chooseVariants, type Variants } from './variants.ts'

/** Swaps in what has been read of the page so far. Doing it again changes nothing. */
function show(variants: Variants): void {
  const { review_page_layout: layout, cta_button_text: text } = variants
  const control = document.querySelector('[data-layout="default"]')
  const chosen = document.querySelector<HTMLTemplateElement>(`template[data-layout="${layout}"]`)
  if (control && chosen) control.replaceWith(document.importNode(chosen.content, true))
  for (const label of document.querySelectorAll('[data-exposure="cta_button_text"]')) {
    if (text && label.textContent !== text) label.textContent = text
  }
}

const variants = chooseVariants(
  safeStorage(() => localStorage),
  safeStorage(() => sessionStorage),
)
if (variants) {
  // Says to the rest of the site what this page shows.
  document.documentElement.dataset['variants'] = JSON.stringify(variants)
  const observer = new MutationObserver(() => show(variants))
  observer.observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => {
    show(variants)
    observer.disconnect()
  })
  show(variants)
}
