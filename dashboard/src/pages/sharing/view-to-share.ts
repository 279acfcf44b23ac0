import { LinkView } from '@half-measure/shared/sharing/link-view.ts'
import type { Preset } from '@half-measure/shared/stats/presets.ts'
import { readScope, writeScope } from '../../filters/scope.ts'
import { SCOPE_PARAMS } from '../../paths.ts'
import type { TimeRange } from '../../time/period.ts'

/** The rolling period, to the minute, cannot be shared. */
const INSTEAD_OF_ROLLING: Preset = '7d'

/**
 * The view of a link to what Explore shows: with defaults in place of what Explore cannot read.
 *
 * @param query of Explore's address.
 */
export function viewToShare(query: string): string {
  const params = new URLSearchParams(query)
  const { scope } = readScope(params)
  const shared = writeScope({ ...scope, range: sharedRange(scope.range) })
  for (const [name, value] of params)
    if (!SCOPE_PARAMS.includes(name) && name in LinkView.shape) shared.append(name, value)
  return shared.toString()
}

function sharedRange(range: TimeRange): TimeRange {
  const isRolling = range.kind === 'preset' && range.preset === 'rolling'
  return isRolling ? { kind: 'preset', preset: INSTEAD_OF_ROLLING } : range
}
