import type { ConsentState } from '@half-measure/shared/domain/consent.ts'
import { failureText } from '../client/post-form.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { readSent, type Sent } from '../tracking/sent-log.ts'
import { withdrawnSessionId } from '../consent/withdrawn-session.ts'
import { clearSession, currentSessionId, requestErasure } from '../tracking/session.ts'
import type { ConsentStore } from '../consent/consent-store.ts'
import { storedValues } from './stored-values.ts'

const CHOICES: Readonly<Record<ConsentState, string>> = {
  undecided: 'You have not chosen yet, so nothing is counted.',
  rejected: 'You have refused, so nothing is counted.',
  accepted: 'You have accepted, so your visit is counted.',
}

const NOTHING_SINCE = 'Nothing since counting stopped. What this visit sent before can still be erased.'

/** Milliseconds; events sent while this page is open appear by themselves. */
const REFRESH_MS = 2_000

/**
 * Shows readers what their browser stores and has sent, and erases the latter on request.
 *
 * @param erased called once the server has accepted the request.
 */
export function startReaderStatus(
  consent: ConsentStore,
  local: KeyValueStorage,
  session: KeyValueStorage,
  erased: () => void,
): void {
  const status = document.querySelector<HTMLElement>('[data-reader-status]')
  if (!status) return
  const part = (name: string): HTMLElement | null => status.querySelector(`[data-status-${name}]`)
  const erase = part('erase')
  const erasableId = () => currentSessionId(session) ?? withdrawnSessionId(session)

  function show(): void {
    const sent = readSent(session)
    write(part('choice'), CHOICES[consent.state()])
    update(
      part('stored'),
      storedValues(local, session).map(({ key, value, meaning }) =>
        element('div', element('dt', key), element('dd', `${meaning} `, element('code', value))),
      ),
    )
    update(
      part('sent'),
      sent.map((event) => element('li', describe(event))),
    )
    write(part('sent-none'), withdrawnSessionId(session) ? NOTHING_SINCE : 'Nothing.')
    part('sent-none')?.toggleAttribute('hidden', sent.length > 0)
    erase?.toggleAttribute('hidden', erasableId() === undefined)
  }

  erase?.addEventListener('click', () => {
    const sessionId = erasableId()
    if (!sessionId) return
    void requestErasure(sessionId)
      .then(() => {
        // The server accepts nothing more under an erased id; later events belong to a new session.
        clearSession(local, session)
        erased()
        return 'Erased.'
      }, failureText)
      .then((result) => {
        const text = part('result')
        text?.replaceChildren(result)
        if (document.activeElement === erase) text?.focus()
        show()
      })
  })

  status.hidden = false
  show()
  consent.subscribe(show)
  setInterval(show, REFRESH_MS)
}

/** Replaces a text that differs: the same one written again would end the reader's selection. */
function write(part: HTMLElement | null, text: string): void {
  if (part && part.textContent !== text) part.textContent = text
}

/** Replaces only the children whose text differs: the others keep a selection and a screen reader's position. */
function update(list: HTMLElement | null, wanted: readonly HTMLElement[]): void {
  if (!list) return
  const texts = new Set(wanted.map(({ textContent }) => textContent))
  for (const child of Array.from(list.children)) if (!texts.has(child.textContent)) child.remove()
  for (const [index, child] of wanted.entries()) {
    const present = list.children[index]
    if (present?.textContent !== child.textContent) list.insertBefore(child, present ?? null)
  }
  while (list.children.length > wanted.length) list.lastElementChild?.remove()
}

function element(name: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...content)
  return made
}

/** One line with everything that was sent. */
function describe({ type, occurred_at, ...rest }: Sent): string {
  const metadata = Object.entries(rest)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
    .filter(([, value]) => value !== '' && value !== '{}')
    .map((fact) => fact.join(': '))
  return `${new Date(occurred_at).toLocaleTimeString('en-GB')} ${type.replace('_', ' ')} (${metadata.join(', ')})`
}
