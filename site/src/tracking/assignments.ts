import { postJson } from '../client/post-form.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import type { Grant } from '../consent/consent-store.ts'
import { sessionId } from './session.ts'

/** The variant that the server has for this session, if any. @throws if the request fails. */
export async function findAssignment(session: KeyValueStorage, testName: string): Promise<string | null> {
  const query = new URLSearchParams({ session_id: sessionId(session), test_name: testName })
  return (await choiceOf(await fetch(`/api/assignments?${query}`))).variant
}

interface Choice {
  readonly variant: string | null
  /** Null if none is stored. */
  readonly assigned_at: string | null
}

/**
 * Saves the seen variant on the server unless it has one, and returns the saved one. Throws if that fails.
 *
 * @param seenAt by the reader's clock, like the times of events: what the reader does next counts as done afterwards.
 */
export async function saveAssignment(
  session: KeyValueStorage,
  testName: string,
  variant: string,
  seenAt: Date,
  grant: Grant,
): Promise<Choice> {
  const body = {
    consent: { analytics: true, ...grant },
    session_id: sessionId(session),
    test_name: testName,
    variant,
    occurred_at: seenAt.toISOString(),
  }
  return choiceOf(await postJson('/api/assignments', body, { keepalive: true }))
}

async function choiceOf(response: Response): Promise<Choice> {
  if (!response.ok) throw new Error(`assignments responded with ${response.status}`)
  return (await response.json()) as Choice
}
