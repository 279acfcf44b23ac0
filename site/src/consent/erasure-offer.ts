import { showPart } from './consent-bar.ts'
import type { ConsentStore } from './consent-store.ts'

/**
 * Asks a reader who has withdrawn whether what the visit has sent shall go as well.
 *
 * @param erase resolves with true once the server has promised it.
 * @returns opens the offer for a visit's id.
 */
export function startErasureOffer(
  consent: ConsentStore,
  erase: (sessionId: string) => Promise<boolean>,
): (sessionId: string) => void {
  const offer = document.querySelector<HTMLElement>('[data-erasure-offer]')
  const status = offer?.querySelector<HTMLElement>('[data-erasure-status]')
  const eraseButton = offer?.querySelector<HTMLButtonElement>('[data-erasure="erase"]')
  const leaveButton = offer?.querySelector<HTMLButtonElement>('[data-erasure="leave"]')
  if (!offer || !status || !eraseButton || !leaveButton) return () => {}
  const question = status.textContent
  let visit = ''

  eraseButton.addEventListener('click', () => {
    eraseButton.disabled = true
    void erase(visit).then((done) => {
      eraseButton.disabled = false
      eraseButton.hidden = done
      leaveButton.textContent = done ? 'Close' : 'Leave it'
      status.textContent = done ? 'Erased.' : 'That did not reach us. Please try again.'
    })
  })
  leaveButton.addEventListener('click', () => showPart(offer, false))
  consent.subscribe((state) => state === 'accepted' && showPart(offer, false))

  return (sessionId) => {
    visit = sessionId
    status.textContent = question
    eraseButton.hidden = false
    leaveButton.textContent = 'Leave it'
    showPart(offer, true)
  }
}
