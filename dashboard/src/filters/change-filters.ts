import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'

/** Whether a value is asked for by an `is`. */
export function isChosen(filters: readonly Filter[], dimension: Dimension, value: string): boolean {
  return filters.some((filter) => isOf(filter, dimension) && filter.values.includes(value))
}

/** Asks for a value, beside those of the same kind that are asked for already; or no longer asks for it. */
export function toggleValue(filters: readonly Filter[], dimension: Dimension, value: string): Filter[] {
  const at = filters.findIndex((filter) => isOf(filter, dimension))
  const found = filters[at]
  if (!found) return [...filters, { operator: 'is', dimension, values: [value] }]
  const values = found.values.includes(value)
    ? found.values.filter((other) => other !== value)
    : [...found.values, value]
  return replaceAt(filters, at, values.length > 0 ? { ...found, values } : null)
}

/** Another filter in the place of one, or none; behind the last place, one more. */
export function replaceAt(filters: readonly Filter[], at: number, filter: Filter | null): Filter[] {
  return filters.toSpliced(at, 1, ...(filter ? [filter] : []))
}

function isOf(filter: Filter, dimension: Dimension): boolean {
  return filter.operator === 'is' && filter.dimension === dimension
}
