import type { BannerCount } from '@half-measure/shared/audience/consent.ts'
import { afterFirstPaint } from '../client/after-paint.ts'
import { failureText, postJson } from '../client/post-form.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import type { ConsentStore } from './consent-store.ts'
import { forgetWithdrawnSession, withdrawnSessionId } from './withdrawn-session.ts'

/**
 * Activates the prerendered consent banner: shown while the reader is undecided, and again by "Cookie settings", where a
 * reader with Global Privacy Control can override it. Only banners that the page shows by itself, and the response to
 * them, are counted.
 */
export function startConsentBanner(consent: ConsentStore): void {
  const question = document.querySelector<HTMLElement>('[data-consent-question]')
  if (!question) return
  let isCounted = false
  let opener: HTMLElement | undefined

  question.addEventListener('click', ({ target }) => {
    const choice = target instanceof Element && target.closest('button')?.dataset['consent']
    if (choice !== 'accept' && choice !== 'reject') return
    if (isCounted) countBanner(`${choice}ed`)
    isCounted = false
    consent[choice]()
    opener?.focus()
    opener = undefined
  })

  for (const link of document.querySelectorAll<HTMLElement>('[data-cookie-settings]')) {
    link.hidden = false
    link.addEventListener('click', () => {
      isCounted = false
      consent.reset()
      showPart(question, true)
      question.focus()
      opener = link
    })
  }

  if (question.parentElement) keepClearOf(question.parentElement)
  consent.subscribe((state) => showPart(question, state === 'undecided'))
  showPart(question, consent.state() === 'undecided')
  onceSeen(async () => {
    // Before it, the request would delay what the reader came for.
    await afterFirstPaint()
    if (question.hidden) return
    isCounted = true
    countBanner('shown')
  })
}

/**
 * Counts on the server that this page showed the banner, or the response to it. It is sent without consent, so it
 * says nothing about the reader, and nothing is read from their browser or stored there.
 */
function countBanner(banner: BannerCount['banner']): void {
  const count: BannerCount = { page_path: location.pathname, banner }
  void postJson('/api/consent/banner', count, {
    credentials: 'omit',
    keepalive: true,
    priority: 'low',
  }).catch(() => {})
}

/** Calls back once the page is visible, which a background tab or a prerendered page is not. */
function onceSeen(callback: () => Promise<void>): void {
  if (document.hidden) document.addEventListener('visibilitychange', () => void callback(), { once: true })
  else void callback()
}

/** Shows or hides one part of the bar at the foot of the page; the bar is there while any part is. */
function showPart(part: HTMLElement, shown: boolean): void {
  part.hidden = !shown
  const bar = part.parentElement
  if (!bar) return
  bar.hidden = [...bar.children].every((other) => other instanceof HTMLElement && other.hidden)
}

/**
 * Keeps the page's end, whatever has focus and the newsletter's popup clear of the bar. No custom property on the
 * root: it would restyle every element of the page.
 */
function keepClearOf(bar: HTMLElement): void {
  const popup = document.querySelector<HTMLElement>('[data-newsletter-popup]')
  new ResizeObserver(() => {
    const height = `${bar.offsetHeight}px`
    document.documentElement.style.scrollPaddingBottom = `calc(${height} + 1rem)`
    document.body.style.paddingBottom = height
    popup?.style.setProperty('--consent-height', height)
  }).observe(bar)
}

/**
 * Offers readers who have withdrawn consent to erase what the session has sent, on every page of the tab until they
 * have answered or accepted again.
 *
 * @param erase resolves once the server has accepted the request.
 * @returns shows the offer if one is unanswered, and hides it otherwise.
 */
export function startErasureOffer(
  consent: ConsentStore,
  session: KeyValueStorage,
  erase: (sessionId: string) => Promise<void>,
): () => void {
  const offer = document.querySelector<HTMLElement>('[data-erasure-offer]')
  const status = offer?.querySelector<HTMLElement>('[data-erasure-status]')
  const eraseButton = offer?.querySelector<HTMLButtonElement>('[data-erasure="erase"]')
  const leaveButton = offer?.querySelector<HTMLButtonElement>('[data-erasure="leave"]')
  if (!offer || !status || !eraseButton || !leaveButton) return () => {}
  const offerText = status.textContent
  let offered: string | undefined

  const show = (): void => {
    // Accepting again decides it too, perhaps on another page.
    if (consent.state() === 'accepted') forgetWithdrawnSession(session)
    offered = withdrawnSessionId(session)
    status.textContent = offerText
    eraseButton.hidden = false
    leaveButton.textContent = 'Leave it'
    showPart(offer, offered !== undefined)
  }

  const eraseSession = async (sessionId: string): Promise<void> => {
    eraseButton.ariaDisabled = 'true'
    const failure = await erase(sessionId).then(() => undefined, failureText)
    eraseButton.ariaDisabled = null
    // The reader may have accepted and withdrawn again meanwhile.
    if (offered !== sessionId) return
    status.textContent = failure ?? 'Erased.'
    if (failure !== undefined) return
    forgetWithdrawnSession(session)
    if (document.activeElement === eraseButton) leaveButton.focus()
    eraseButton.hidden = true
    leaveButton.textContent = 'Close'
  }

  eraseButton.addEventListener('click', () => {
    // Not `disabled` while sending, which would take the keyboard's focus away.
    if (offered && !eraseButton.ariaDisabled) void eraseSession(offered)
  })
  leaveButton.addEventListener('click', () => {
    forgetWithdrawnSession(session)
    show()
  })
  consent.subscribe((state, where) => {
    // A page that the browser kept may come back after the reader has answered on another.
    if (state === 'accepted' || where === 'elsewhere') show()
  })
  return show
}
