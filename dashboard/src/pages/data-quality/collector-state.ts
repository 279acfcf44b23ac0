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

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function age(ms: number): string {
  if (ms < MINUTE) return countOf(Math.floor(ms / SECOND), 'second')
  if (ms < HOUR) return countOf(Math.floor(ms / MINUTE), 'minute')
  if (ms < DAY) return countOf(Math.floor(ms / HOUR), 'hour')
  return countOf(Math.floor(ms / DAY), 'day')
}
