import { DAY_MS, HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import type { CollectorShare } from '@half-measure/shared/stats/delivery.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'

const STATES: Readonly<Record<CollectorShare['state'], string>> = {
  here: 'this one',
  live: 'running',
  stopped: 'stopped',
  expired: 'no heartbeat',
  retired: 'retired with its log',
}

/** What a collector is doing, with the time since its last heartbeat where that matters. */
export function collectorState({ state, age_ms }: Pick<CollectorShare, 'state' | 'age_ms'>): string {
  return state === 'expired' ? `${STATES.expired} for ${age(age_ms)}` : STATES[state]
}

function age(ms: number): string {
  if (ms < MINUTE_MS) return countOf(Math.floor(ms / 1_000), 'second')
  if (ms < HOUR_MS) return countOf(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < DAY_MS) return countOf(Math.floor(ms / HOUR_MS), 'hour')
  return countOf(Math.floor(ms / DAY_MS), 'day')
}
