import { SESSION_GAP_MS, type SessionEvent } from '@half-measure/shared/stats/sessions.ts'

/** The sessions of one tab, each with its events in order. */
export function sessionsOfTab(events: readonly SessionEvent[]): SessionEvent[][] {
  const sessions: SessionEvent[][] = []
  let last = -Infinity
  for (const event of events) {
    const at = Date.parse(event.at)
    if (at - last >= SESSION_GAP_MS) sessions.push([])
    sessions.at(-1)?.push(event)
    last = at
  }
  return sessions
}

/** The index of the session that began at a moment; the first where none is meant. */
export function chosenSession(sessions: readonly SessionEvent[][], at: string | null): number {
  const chosen = sessions.findLastIndex(([first]) => first && at !== null && first.at <= at)
  return Math.max(chosen, 0)
}
