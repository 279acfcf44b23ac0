import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import type { Filter } from '@half-measure/shared/stats/engine/question.ts'
import type { Period } from './period.ts'

/** What the list of visits is asked with. */
export function visitsQuestion(period: Period, filters: readonly Filter[], now: Date): URLSearchParams {
  const params = new URLSearchParams({ ...period.bounds(now), tz: period.timeZone })
  if (period.bots === 'include') params.set('bots', period.bots)
  for (const filter of filters) params.append('f', writeFilter(filter))
  return params
}
