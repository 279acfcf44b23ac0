import { usualComparison, type ExploreView } from '../filters/explore-view.ts'
import type { ViewChange } from '../filters/use-explore-view.ts'
import { periodShortcutList, periodShortcuts, type Shortcut } from './period-shortcuts.ts'

/** What each key does to a view. */
export function exploreShortcuts(
  view: ExploreView,
  change: (part: ViewChange) => void,
): Record<string, () => void> {
  return {
    ...periodShortcuts((span) => change({ span })),
    x: () => change(({ compare }) => ({ compare: compare === null ? usualComparison : null })),
    Escape: () => {
      if (view.filters.length > 0) change({ filters: [] })
    },
  }
}

/** The same in words. */
export const exploreShortcutList: readonly Shortcut[] = [
  ...periodShortcutList,
  { key: 'X', does: 'Compare, or no longer' },
  { key: 'Esc', does: 'Clear the filters' },
]
