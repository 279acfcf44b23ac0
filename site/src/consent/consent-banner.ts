import type { ConsentStore } from './consent-store.ts'

/**
 * Brings the prerendered banner to life: shown while the reader is undecided, and again on
 * "Cookie settings", where a reader with Global Privacy Control can override it.
 */
export function startConsentBanner(consent: ConsentStore): void {
  const banner = document.querySelector<HTMLElement>('[data-consent-banner]')
  if (!banner) return

  const show = (shown: boolean): void => {
    banner.hidden = !shown
    // The page's end, and whatever has focus, stays clear of the bar.
    document.documentElement.style.setProperty('--consent-height', shown ? `${banner.offsetHeight}px` : '0px')
  }

  banner.addEventListener('click', ({ target }) => {
    const choice = target instanceof Element && target.closest('button')?.dataset['consent']
    if (choice === 'accept') consent.accept()
    if (choice === 'reject') consent.reject()
  })

  for (const link of document.querySelectorAll<HTMLElement>('[data-cookie-settings]')) {
    link.hidden = false
    link.addEventListener('click', () => {
      consent.reset()
      show(true)
      banner.focus()
    })
  }

  consent.subscribe((state) => show(state === 'undecided'))
  show(consent.state() === 'undecided')
}
