import { endedVariants, type Variants } from './variants.ts'

/** The tests that have ended, as the server has written them into a page with a test. */
export function readEnded(): Variants {
  return endedVariants(document.querySelector<HTMLElement>('[data-ended]')?.dataset['ended'] ?? '')
}

/**
 * Swaps variants into the page as parsed so far, and tells the rest of the site which are being tested. Repeatable.
 *
 * @param tested the session's variants; undefined without consent.
 */
export function showVariants(tested: Variants | undefined, ended: Variants): void {
  const { review_page_layout: layout, cta_button_text: text } = { ...ended, ...tested }
  if (tested) document.documentElement.dataset['variants'] = JSON.stringify(tested)
  const control = document.querySelector('[data-layout="default"]')
  const chosen = document.querySelector<HTMLTemplateElement>(`template[data-layout="${layout}"]`)
  if (control && chosen) control.replaceWith(document.importNode(chosen.content, true))
  for (const label of document.querySelectorAll('[data-exposure="cta_button_text"]')) {
    if (text && label.textContent !== text) label.textContent = text
  }
}
