import type { ClickHouseClient } from '@clickhouse/client'
import { failpoint } from '../../platform/failpoint.ts'
import { sessionDigest } from '../../events/event-tables.ts'
import { rowTextsOf, sessionOf } from '../../spool/row-block.ts'
import type { Spool } from '../../spool/spool.ts'
import type { DeadLetters } from '../../warehouse/loader/dead-letters.ts'
import { recordRemovals } from '../removed-events.ts'

/**
 * Removes the rows of sessions from the dead letters.
 *
 * @param onFound called with the sessions that have any, before their rows are removed.
 * @returns those sessions.
 */
export async function eraseDeadLetters(
  client: ClickHouseClient,
  deadLetters: DeadLetters,
  collector_id: string,
  sessions: ReadonlySet<string>,
  onFound: (sessions: readonly string[]) => Promise<void>,
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const deadLetter of await deadLetters.list()) {
    const found = new Map<string, number>()
    for (const row of rowTextsOf((await deadLetters.read(deadLetter)).rows)) {
      const session = sessionOf(row)
      if (sessions.has(session)) found.set(session, (found.get(session) ?? 0) + 1)
    }
    if (found.size === 0) continue
    for (const session of found.keys()) known.add(session)
    await onFound([...found.keys()])
    const { table, batch_id } = deadLetter
    await recordRemovals(
      client,
      'erased',
      [...found].map(([session, rows]) => {
        return { collector_id, table, rows, key: [sessionDigest(session), batch_id] }
      }),
    )
    await deadLetters.removeRows(deadLetter, (row) => found.has(sessionOf(row)))
    failpoint('erasure.after-dead-letter')
  }
  return known
}

/** Blanks the rows of sessions in the segments that are kept for replay, and removes quarantined damage. */
export async function eraseSegments(spool: Spool, sessions: ReadonlySet<string>): Promise<void> {
  await spool.blankCommittedRows((session) => sessions.has(session))
  // Damaged rows may belong to any session.
  await spool.removeQuarantined()
  failpoint('erasure.after-segments')
}

/** Ids of the sessions with these digests that have rows in the log or the dead letters, by digest. */
export async function sessionsInLog(
  spool: Spool,
  deadLetters: DeadLetters,
  digests: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const look = (row: string) => {
    const session = sessionOf(row)
    if (seen.has(session)) return
    seen.add(session)
    const digest = sessionDigest(session)
    if (digests.has(digest)) found.set(digest, session)
  }
  for await (const { bytes } of spool.retainedRows()) for (const row of rowTextsOf(bytes)) look(row)
  for (const deadLetter of await deadLetters.list())
    for (const row of rowTextsOf((await deadLetters.read(deadLetter)).rows)) look(row)
  return found
}
