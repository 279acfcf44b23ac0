import type { Variants } from './variants.ts'

/** Swaps in what is on the page so far, and says to the rest of the site what that is. Can be repeated. */
export function showVariants(variants: Variants): void {
  const { review_page_layout: layout, cta_button_text: text } = variants
  document.documentElement.dataset['variants'] = JSON.stringify(variants)
  const control = document.querySelector('[data-layout="default"]')
  const chosen = document.querySelector<HTMLTemplateElement>(`template[data-layout="${layout}"]`)
  if (control && chosen) control.replaceWith(document.importNode(chosen.content, true))
  for (const label of document.querySelectorAll('[data-exposure="cta_button_text"]')) {
    if (text && label.textContent !== text) label.textContent = text
  }
}
