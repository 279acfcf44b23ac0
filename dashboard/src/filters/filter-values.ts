import { CONVERSION_TYPES } from '@half-measure/shared/domain/conversion-types.ts'
import { normalisePath } from '@half-measure/shared/events/common.ts'
import { type Dimension, PAGE_DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { CODED_DIMENSIONS, type ValueLabel, valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { type Filter, MAX_ROWS } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { StatsQueryInput } from '../api/stats.ts'

/** Values to choose from. */
const MAX_FOUND = 100

/** The values of a dimension with a text, the most frequent first; of codes all, which every text finds anew. */
export function valuesQuery(dimension: Dimension, text: string): StatsQueryInput {
  const query = { metrics: [countedBy(dimension)], dimension }
  if (CODED_DIMENSIONS.has(dimension)) return { ...query, limit: MAX_ROWS }
  return { ...query, limit: MAX_FOUND, ...(text !== '' && { search: text }) }
}

/** Values of reader actions are ordered by count, all others by sessions. */
function countedBy(dimension: Dimension): Metric {
  if (dimension === 'element') return 'clicks'
  return dimension === 'event_type' || dimension === 'product' ? 'goals' : 'sessions'
}

/**
 * The key of a value that was written by hand, in a URL or a form: `AI assistant` is `ai_assistant`, and a page's address
 * its path.
 */
export function keyOf(dimension: Dimension, text: string): string {
  if (PAGE_DIMENSIONS.has(dimension)) return normalisePath(text)
  const wanted = text.toLowerCase()
  if (dimension === 'channel' || dimension === 'device') return wanted.replaceAll(' ', '_')
  if (dimension !== 'event_type') return text
  return CONVERSION_TYPES.find((type) => valueLabel(dimension, type).toLowerCase() === wanted) ?? text
}

/** What a text that is typed may mean. */
export interface MeantValues {
  /** The values with the text in their key or label; for `contains`, in their key. */
  readonly found: readonly string[]
  /** The one whose key or label it is, whatever its case. */
  readonly meant: string | undefined
}

/** @param rows of `valuesQuery`. */
export function meantValues(
  { rows }: Pick<StatsResult, 'rows'>,
  dimension: Dimension,
  text: string,
  labelOf: ValueLabel,
  operator: Filter['operator'] = 'is',
): MeantValues {
  const wanted = text.toLowerCase()
  // What contains a text is asked of keys alone.
  const isOfKeys = operator === 'contains'
  const namesOf = (key: string) =>
    (isOfKeys ? [key] : [key, labelOf(dimension, key)]).map((name) => name.toLowerCase())
  const hasText = (key: string) => namesOf(key).some((name) => name.includes(wanted))
  const keys = rows.map(({ key }) => key)
  const found = isOfKeys || CODED_DIMENSIONS.has(dimension) ? keys.filter(hasText) : keys
  // No value has a label too: a source that is none is direct.
  if (text !== '' && !found.includes('') && hasText('')) found.push('')
  return {
    found,
    meant: found.find((key) => key === text) ?? found.find((key) => namesOf(key).includes(wanted)),
  }
}
