import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import type { Filter } from '@half-measure/shared/stats/engine/question.ts'
import { periodParams, type Period } from './period.ts'

/** What the list of visits is asked with. */
export function visitsQuestion(period: Period, filters: readonly Filter[], now: Date): URLSearchParams {
  const params = periodParams(period, now)
  for (const filter of filters) params.append('f', writeFilter(filter))
  return params
}
