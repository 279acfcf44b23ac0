import type { SessionView } from './open-sessions.ts'
import { moment, tabsOf } from './session-rows.ts'

/** Where sessions are that began in a stretch of time: what follows a FROM, with conditions. */
export interface SessionSource {
  readonly table: 'sessions' | 'open_sessions'
  readonly where: string
}

/**
 * Every session is in one of them: finished ones, and those that were made for this reader in their place.
 *
 * @param from, to between which the sessions began, milliseconds since 1970.
 * @param write how a moment is said in SQL.
 */
export function sessionSources(
  { settledBefore, snapshot }: SessionView,
  { from, to }: { readonly from: number; readonly to: number },
  write = moment,
): SessionSource[] {
  const began = (since: number, until: number) =>
    `started_at >= ${write(since)} AND started_at < ${write(until)}`
  const sources: SessionSource[] = []
  const settledTo = Math.min(to, settledBefore)
  if (from < settledTo) sources.push({ table: 'sessions', where: began(from, settledTo) })
  const recentFrom = Math.max(from, settledBefore)
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
