import { LinkView } from '@half-measure/shared/sharing/link-view.ts'
import { filterLabel, type ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import type { Preset } from '@half-measure/shared/stats/presets.ts'
import { readScope, writeScope } from '../../filters/scope.ts'
import { SCOPE_PARAMS } from '../../paths.ts'
import type { Day } from '../../time/day.ts'
import { rangeDays, rangeName, type TimeRange } from '../../time/period.ts'

/** The rolling period, to the minute, cannot be shared. */
const INSTEAD_OF_ROLLING: Preset = '7d'

/**
 * The view of a link to what Explore shows: with defaults in place of what Explore cannot read.
 *
 * @param query of Explore's address.
 * @param fixedOn the day on which a period by name becomes the days that it is then.
 */
export function viewToShare(query: string, fixedOn?: Day): string {
  const params = new URLSearchParams(query)
  const { scope } = readScope(params)
  const range = sharedRange(scope.range)
  const shared = writeScope({
    ...scope,
    range: fixedOn ? { kind: 'days', ...rangeDays(range, fixedOn) } : range,
  })
  for (const [name, value] of params)
    if (!SCOPE_PARAMS.includes(name) && name in LinkView.shape) shared.append(name, value)
  return shared.toString()
}

function sharedRange(range: TimeRange): TimeRange {
  const isRolling = range.kind === 'preset' && range.preset === 'rolling'
  return isRolling ? { kind: 'preset', preset: INSTEAD_OF_ROLLING } : range
}

export function viewRange(view: string): string {
  return rangeName(readScope(new URLSearchParams(view)).scope.range)
}

/** `Last 28 days, Country is United Kingdom` */
export function viewName(view: string, labelOf: ValueLabel): string {
  const { filters } = readScope(new URLSearchParams(view)).scope
  return [viewRange(view), ...filters.map((filter) => filterLabel(filter, labelOf))].join(', ')
}
