import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import { PAGE_DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { CODED_DIMENSIONS, valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { MAX_ROWS, type StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'

/**
 * The keys of values whose label has the text that a query searches for: the database knows no titles, names of
 * countries and words for codes.
 *
 * @param keysOf runs a query for the keys of its rows.
 */
export async function keysLabelled(
  query: StatsQuery,
  titles: PageTitles,
  keysOf: (query: StatsQuery) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { dimension, search, ...rest } = query
  if (search === undefined || !dimension) return []
  const text = search.toLowerCase()
  const hasText = (label: string) => label.toLowerCase().includes(text)
  const titled = PAGE_DIMENSIONS.has(dimension) ? titles.filter(({ title }) => hasText(title)) : []
  const codes = CODED_DIMENSIONS.has(dimension)
    ? await keysOf({ ...rest, dimension, offset: 0, limit: MAX_ROWS })
    : []
  return [
    ...titled.map(({ path }) => path),
    ...new Set(['', ...codes].filter((key) => hasText(valueLabel(dimension, key)))),
  ]
}
