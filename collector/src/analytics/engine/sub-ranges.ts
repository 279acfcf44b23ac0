import type { SessionView } from '../../warehouse/sessions/open-sessions.ts'
import { MAX_SESSION_MS } from '../../warehouse/sessions/session-rows.ts'
import { sessionSources } from '../../warehouse/sessions/session-sources.ts'

/** Sessions that a query looks at, in one table. */
export interface SubRange {
  readonly table: string
  readonly where: string
  /** They began in the range, and count as sessions. */
  readonly began: boolean
  /** All of their events lie in the range. */
  readonly whole: boolean
}

/** Milliseconds since 1970. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** How a moment, milliseconds since 1970, is said in SQL. */
type Write = (ms: number) => string

/** The sessions that began in a range. */
export function sessionsIn(view: SessionView, range: Range, write: Write): SubRange[] {
  return subRanges(view, range, write, { began: true, whole: true })
}

/**
 * The sessions with events in a range. Of most of them all events lie there, and what they sum up to is known; a session
 * lasts a day at most, so those that are cut are near the ends.
 */
export function eventsIn(view: SessionView, range: Range, write: Write): SubRange[] {
  const { from, to } = range
  const cut = endOfWhole(view, range)
  return [
    ...subRanges(view, { from, to: cut }, write, { began: true, whole: true }),
    ...subRanges(view, { from: from - MAX_SESSION_MS, to: from }, write, { began: false, whole: false }),
    ...subRanges(view, { from: cut, to }, write, { began: true, whole: false }),
  ]
}

/**
 * The same for SELECTs of single events, to which `began` says nothing: where no session is known to be whole, those that
 * began before the range and in it are one sub-range. The engine plans each SELECT for longer than it reads few rows.
 */
export function singleEventsIn(view: SessionView, range: Range, write: Write): SubRange[] {
  const { from, to } = range
  if (endOfWhole(view, range) > from) return eventsIn(view, range, write)
  return subRanges(view, { from: from - MAX_SESSION_MS, to }, write, { began: false, whole: false })
}

/** All events of sessions that began in the range before this moment lie in the range. */
function endOfWhole({ finishedBefore }: SessionView, { from, to }: Range): number {
  return Math.max(from, Math.min(to - MAX_SESSION_MS, Math.max(from, finishedBefore)))
}

function subRanges(
  view: SessionView,
  range: Range,
  write: Write,
  facts: Pick<SubRange, 'began' | 'whole'>,
): SubRange[] {
  if (range.from >= range.to) return []
  return sessionSources(view, range, write).map(({ table, where }) => ({ table, where, ...facts }))
}
