/**
 * Proof of consent: each Accept is recorded on the server under a random id, and its withdrawal against the same id.
 * A choice that could not be reported waits in local storage for the next page. A reader who never accepted has no
 * id, and nothing is sent about them.
 */
import { CONSENT_ID_KEY, CONSENT_REPORTS_KEY, CONSENT_VERSION } from '@half-measure/shared/domain/consent.ts'
import type { ConsentChoice } from '@half-measure/shared/audience/consent.ts'
import { postJson } from '../client/post-form.ts'
import { type KeyValueStorage, readJson } from '../client/safe-storage.ts'
import { randomUuid } from '../client/random-uuid.ts'
import type { ConsentStore } from './consent-store.ts'

/** Milliseconds before each further attempt on this page. */
const PAUSES_MS = [2_000, 10_000, 60_000]

/** Reports choices from now on, after those that earlier pages could not report. */
export function startConsentProof(consent: ConsentStore, storage: KeyValueStorage): void {
  let sending = false

  function choiceToReport(): ConsentChoice | undefined {
    const reported = storage.getItem(CONSENT_ID_KEY)
    const grant = consent.grant()
    const granted = grant !== undefined
    // Already reported, or nothing to report.
    if (granted === (reported !== null)) return undefined
    const id = reported ?? randomUuid()
    if (granted) storage.setItem(CONSENT_ID_KEY, id)
    else storage.removeItem(CONSENT_ID_KEY)
    return { id, version: grant?.version ?? CONSENT_VERSION, granted }
  }

  function note(): void {
    const choice = choiceToReport()
    if (!choice) return
    write([...read(), choice])
    if (!sending) void send()
  }

  async function send(): Promise<void> {
    sending = true
    for (const pause of [...PAUSES_MS, 0]) {
      while (read().length > 0 && (await report(read()[0]))) write(read().slice(1))
      if (read().length === 0 || pause === 0) break
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    sending = false
  }

  const read = () => readJson<ConsentChoice[]>(storage, CONSENT_REPORTS_KEY, [])

  function write(choices: readonly ConsentChoice[]): void {
    if (choices.length > 0) storage.setItem(CONSENT_REPORTS_KEY, JSON.stringify(choices))
    else storage.removeItem(CONSENT_REPORTS_KEY)
  }

  // The tab in which the reader chose reports it: two would make two proofs.
  consent.subscribe((_, where) => where === 'here' && note())
  note()
  // Choices that an earlier page could not report.
  if (!sending) void send()
}

/** True once the server has stored the choice or refused it for good. */
async function report(choice: ConsentChoice | undefined): Promise<boolean> {
  try {
    const { ok, status } = await postJson('/api/consent', choice, { keepalive: true })
    return ok || (status < 500 && status !== 429)
  } catch {
    return false
  }
}
