import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'

/** Whether an `is` filter has the value. */
export function isChosen(filters: readonly Filter[], dimension: Dimension, value: string): boolean {
  return filters.some((filter) => isOf(filter, dimension) && filter.values.includes(value))
}

/** Adds a value to the `is` filter of its dimension, or removes it. */
export function toggleValue(filters: readonly Filter[], dimension: Dimension, value: string): Filter[] {
  const at = filters.findIndex((filter) => isOf(filter, dimension))
  const found = filters[at]
  if (!found) return [...filters, { operator: 'is', dimension, values: [value] }]
  const values = found.values.includes(value)
    ? found.values.filter((other) => other !== value)
    : [...found.values, value]
  return replaceAt(filters, at, values.length > 0 ? { ...found, values } : null)
}

/** Replaces or removes the filter at a position; past the end, adds one. */
export function replaceAt(filters: readonly Filter[], at: number, filter: Filter | null): Filter[] {
  return filters.toSpliced(at, 1, ...(filter ? [filter] : []))
}

function isOf(filter: Filter, dimension: Dimension): boolean {
  return filter.operator === 'is' && filter.dimension === dimension
}
