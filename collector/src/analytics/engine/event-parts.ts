import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { closedSums, estimatedOpenPages, openActions, openPages } from './closed-parts.ts'
import type { Ground } from './ground.ts'
import { partsByKind } from './kind-parts.ts'
import type { Measure } from './measures.ts'
import type { Part } from './part.ts'
import { countedViews, estimatedVisits } from './rolled-pages.ts'

/**
 * Everything that is not about whole visits.
 *
 * @param areMany whether there are so many visits that telling them apart one by one takes long.
 */
export function partsOfEvents(ground: Ground, needed: readonly Measure[], areMany: boolean): Part[] {
  if (ground.span.usesClosed) return partsBesideClosed(ground, needed, areMany)
  const isOfPages =
    ground.span.pieces.hours !== undefined &&
    ground.dimensions.every((dimension) => OF_PAGES.has(dimension)) &&
    (!ground.dimensions.includes('hour_of_week') || ground.span.hasWholeHours)
  const rolled: Measure[] = !isOfPages ? [] : areMany ? ['page_views', 'sessions'] : ['page_views']
  const taken = needed.filter((measure) => rolled.includes(measure))
  // Raw rows that are read for the visits anyway tell the views as well.
  if (taken.length === 0 || (!areMany && needed.includes('sessions'))) return partsByKind(ground, needed)
  const others = needed.filter((measure) => !taken.includes(measure))
  const part = taken.includes('sessions') ? estimatedVisits(ground) : countedViews(ground)
  return [part, ...partsByKind(ground, others)]
}

function partsBesideClosed(ground: Ground, needed: readonly Measure[], areMany: boolean): Part[] {
  const sums = closedSums(ground, needed)
  if (!ground.dimensions.includes('page')) return [sums, openActions(ground, needed)]
  const open = areMany ? estimatedOpenPages(ground) : openPages(ground)
  return [sums, { ...open, gives: open.gives.filter((measure) => needed.includes(measure)) }]
}

const OF_PAGES: ReadonlySet<Dimension> = new Set(['page', 'category', 'author', 'hour_of_week'])
