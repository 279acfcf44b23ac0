import { showPart } from './consent-bar.ts'
import type { ConsentStore } from './consent-store.ts'

/**
 * Brings the prerendered question to life: asked while the reader is undecided, and again on "Cookie settings",
 * where a reader with Global Privacy Control can override it.
 */
export function startConsentBanner(consent: ConsentStore): void {
  const question = document.querySelector<HTMLElement>('[data-consent-question]')
  if (!question) return

  question.addEventListener('click', ({ target }) => {
    const choice = target instanceof Element && target.closest('button')?.dataset['consent']
    if (choice === 'accept') consent.accept()
    if (choice === 'reject') consent.reject()
  })

  for (const link of document.querySelectorAll<HTMLElement>('[data-cookie-settings]')) {
    link.hidden = false
    link.addEventListener('click', () => {
      consent.reset()
      showPart(question, true)
      question.focus()
    })
  }

  consent.subscribe((state) => showPart(question, state === 'undecided'))
  showPart(question, consent.state() === 'undecided')
}
