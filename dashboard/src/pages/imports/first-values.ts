import type { ImportedHistory } from '@half-measure/shared/stats/imported-history.ts'

/** Maximum values loaded. */
export const MAX_VALUES = 100

/** `the 100 with most page views`, where there may be more; null where these are all. */
export function firstValues(rows: ImportedHistory['rows']): string | null {
  if (rows.length < MAX_VALUES) return null
  // Values of a report without page views are sorted by visits.
  const figure = rows.some(({ page_views }) => page_views !== null) ? 'page views' : 'visits'
  return `the ${MAX_VALUES} with most ${figure}`
}
