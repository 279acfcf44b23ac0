import type { SessionView } from './open-sessions.ts'
import { moment, tabsOf } from './session-rows.ts'

/** A table that has sessions which began in a time range: what follows FROM, with conditions. */
export interface SessionSource {
  readonly table: 'sessions' | 'open_sessions'
  readonly where: string
}

/**
 * Every session is in one of them: finished ones, and those of the snapshot in their place.
 *
 * @param from, to between which the sessions began, milliseconds since 1970.
 * @param write formats a moment as SQL.
 */
export function sessionSources(
  { finishedBefore, snapshot }: SessionView,
  { from, to }: { readonly from: number; readonly to: number },
  write = moment,
): SessionSource[] {
  const began = (since: number, until: number) =>
    `started_at >= ${write(since)} AND started_at < ${write(until)}`
  const sources: SessionSource[] = []
  const finishedTo = Math.min(to, finishedBefore)
  if (from < finishedTo) sources.push({ table: 'sessions', where: began(from, finishedTo) })
  const recentFrom = Math.max(from, finishedBefore)
  if (snapshot === undefined || recentFrom >= to) return sources
  return [
    ...sources,
    {
      table: 'sessions',
      where: `${began(recentFrom, to)} AND session_hash NOT IN (${tabsOf(snapshot)})`,
    },
    { table: 'open_sessions', where: `run = ${snapshot} AND ${began(recentFrom, to)}` },
  ]
}
