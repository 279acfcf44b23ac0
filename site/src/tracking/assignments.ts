import { CONSENT_VERSION } from '@half-measure/shared/domain/consent.ts'
import { postJson } from '../client/post-form.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { sessionId } from './session.ts'

/** The variant that the server has for this session, if any. @throws if the request fails. */
export async function findAssignment(session: KeyValueStorage, testName: string): Promise<string | null> {
  const query = new URLSearchParams({ session_id: sessionId(session), test_name: testName })
  return variantOf(await fetch(`/api/assignments?${query}`))
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
  grant: { readonly at: string },
): Promise<string | null> {
  const body = {
    consent: { analytics: true, version: CONSENT_VERSION, at: grant.at },
    session_id: sessionId(session),
    test_name: testName,
    variant,
    occurred_at: seenAt.toISOString(),
  }
  return variantOf(await postJson('/api/assignments', body, { keepalive: true }))
}

async function variantOf(response: Response): Promise<string | null> {
  if (!response.ok) throw new Error(`assignments responded with ${response.status}`)
  return ((await response.json()) as { readonly variant: string | null }).variant
}
