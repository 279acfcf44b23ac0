import type { Summary } from '@half-measure/shared/stats/summary.ts'
import type { Period } from '../filters/period.ts'
import { countOf } from '../format/number.ts'

/** What to say about self-declared bots; null where there is nothing to say. */
export function botsNote(people: Summary, everyone: Summary, bots: Period['bots']): string | null {
  // Two answers of two moments: the later one may know of more people.
  const theirs = Math.max(0, eventsOf(everyone) - eventsOf(people))
  if (bots === 'include') return `${countOf(theirs, 'event')} of self-declared bots included.`
  return theirs === 0 ? null : `${countOf(theirs, 'event')} of self-declared bots left out.`
}

function eventsOf({ page_views, click_events, conversions }: Summary): number {
  return page_views + click_events + conversions
}
