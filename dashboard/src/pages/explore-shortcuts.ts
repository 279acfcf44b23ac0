import { usualComparison, type ExploreView } from '../filters/explore-view.ts'
import { PRESETS, presets } from '../filters/preset.ts'
import type { ViewChange } from '../filters/use-explore-view.ts'

/** What each key does to a view. */
export function exploreShortcuts(
  view: ExploreView,
  change: (part: ViewChange) => void,
): Record<string, () => void> {
  const periods = presets.map((preset) => [
    PRESETS[preset].key,
    () => change({ span: { kind: 'preset', preset } }),
  ])
  return {
    ...Object.fromEntries(periods),
    c: () => document.querySelector<HTMLElement>('.period-button')?.click(),
    x: () => change(({ compare }) => ({ compare: compare === null ? usualComparison : null })),
    Escape: () => {
      if (view.filters.length > 0) change({ filters: [] })
    },
  }
}

/** The same in words. */
export const shortcutList = [
  ...presets.map((preset) => ({ key: PRESETS[preset].key.toUpperCase(), does: PRESETS[preset].label })),
  { key: 'C', does: 'Choose other days' },
  { key: 'X', does: 'Compare, or no longer' },
  { key: 'Esc', does: 'Clear the filters' },
]
