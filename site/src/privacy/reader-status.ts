import type { ConsentState } from '@half-measure/shared/domain/consent.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { readSent } from '../tracking/sent-log.ts'
import { currentSessionId, requestErasure, clearSession } from '../tracking/session.ts'
import type { ConsentStore } from '../consent/consent-store.ts'
import { storedValues } from './stored-values.ts'

const CHOICES: Readonly<Record<ConsentState, string>> = {
  undecided: 'You have not chosen yet, so nothing is counted.',
  rejected: 'You have refused, so nothing is counted.',
  accepted: 'You have accepted, so your visit is counted.',
}

/** Milliseconds; events sent while this page is open appear by themselves. */
const REFRESH_MS = 2_000

/** Shows readers what their browser stores and has sent, and erases the latter on request. */
export function startReaderStatus(
  consent: ConsentStore,
  local: KeyValueStorage,
  session: KeyValueStorage,
): void {
  const status = document.querySelector<HTMLElement>('[data-reader-status]')
  if (!status) return
  const part = (name: string): HTMLElement | null => status.querySelector(`[data-status-${name}]`)
  const erase = part('erase')

  function show(): void {
    const sent = readSent(session)
    part('choice')?.replaceChildren(CHOICES[consent.state()])
    part('stored')?.replaceChildren(
      ...storedValues(local, session).map(({ key, value, meaning }) =>
        element('div', element('dt', key), element('dd', `${meaning} `, element('code', value))),
      ),
    )
    part('sent')?.replaceChildren(...sent.map((event) => element('li', describe(event))))
    part('sent-none')?.toggleAttribute('hidden', sent.length > 0)
    erase?.toggleAttribute('hidden', currentSessionId(session) === undefined)
  }

  erase?.addEventListener('click', () => {
    const sessionId = currentSessionId(session)
    if (!sessionId) return
    void requestErasure(sessionId).then((done) => {
      // The server accepts nothing more under an erased id; later events belong to a new session.
      if (done) clearSession(local, session)
      part('result')?.replaceChildren(done ? 'Erased.' : 'That did not reach us. Please try again.')
      show()
    })
  })

  status.hidden = false
  show()
  consent.subscribe(show)
  setInterval(show, REFRESH_MS)
}

function element(name: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...content)
  return made
}

/** One line with everything that was sent. */
function describe({ type, occurred_at, ...rest }: SentEvent): string {
  const metadata = Object.entries(rest)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
    .filter(([, value]) => value !== '' && value !== '{}')
    .map((fact) => fact.join(': '))
  return `${new Date(occurred_at).toLocaleTimeString('en-GB')} ${type.replace('_', ' ')} (${metadata.join(', ')})`
}
