import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { SessionView } from './open-sessions.ts'
import { dateTime64Sql, tabsOf } from './session-rows.ts'

/** A table with sessions that began in a time range, and the condition for them. */
export interface SessionSource {
  readonly table: 'sessions' | 'open_sessions'
  readonly where: string
}

/** For shorter ranges, planning another SELECT takes longer than comparing the tabs. */
export const LONG_MS = 14 * DAY_MS

/**
 * Each session is in exactly one source: a snapshot replaces the finished sessions of its tabs.
 *
 * @param from, to between which the sessions began, milliseconds since 1970.
 * @param write formats a moment as SQL.
 */
export function sessionSources(
  { finishedBefore, snapshot }: SessionView,
  { from, to }: { readonly from: number; readonly to: number },
  write = dateTime64Sql,
): SessionSource[] {
  const began = `started_at >= ${write(from)} AND started_at < ${write(to)}`
  if (snapshot === undefined || to <= finishedBefore) return [{ table: 'sessions', where: began }]
  const isOther = `session_hash NOT IN (${tabsOf(snapshot)})`
  if (finishedBefore - from > LONG_MS) {
    const finished = { from, to: finishedBefore }
    const recent = { from: finishedBefore, to }
    return [finished, recent].flatMap((part) => sessionSources({ finishedBefore, snapshot }, part, write))
  }
  return [
    { table: 'sessions', where: `${began} AND (started_at < ${write(finishedBefore)} OR ${isOther})` },
    { table: 'open_sessions', where: `run = ${snapshot} AND ${began}` },
  ]
}
