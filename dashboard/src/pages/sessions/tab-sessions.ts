import { MAX_SESSION_MS, SESSION_GAP_MS, type SessionEvent } from '@half-measure/shared/stats/sessions.ts'

/** The sessions of one tab, each with its events in order; split as the collector does (`session-rows.ts`). */
export function sessionsOfTab(events: readonly SessionEvent[]): SessionEvent[][] {
  const sessions: SessionEvent[][] = []
  let last = -Infinity
  /** First event since the last gap. */
  let runStart = 0
  let day = 0
  for (const event of events) {
    const at = Date.parse(event.at)
    const isAfterGap = at - last >= SESSION_GAP_MS
    if (isAfterGap) runStart = at
    const dayOfRun = Math.floor((at - runStart) / MAX_SESSION_MS)
    if (isAfterGap || dayOfRun !== day) sessions.push([])
    sessions.at(-1)?.push(event)
    last = at
    day = dayOfRun
  }
  return sessions
}

/** The index of the session that began at a moment; the first where none had by then. */
export function chosenSession(sessions: readonly SessionEvent[][], at: string): number {
  const chosen = sessions.findLastIndex(([first]) => first && first.at <= at)
  return Math.max(chosen, 0)
}
