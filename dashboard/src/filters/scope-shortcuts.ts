import { DEFAULT_COMPARISON } from '@half-measure/shared/stats/engine/comparison.ts'
import { presets } from '@half-measure/shared/stats/presets.ts'
import type { Shortcut } from '../ui/Shortcuts.tsx'
import { PRESETS } from '../time/period.ts'
import type { UsedScope } from './use-scope.ts'

/** What keys do on a page with a filter bar. */
export function scopeShortcuts(
  { compare, filters, change }: Pick<UsedScope, 'compare' | 'filters' | 'change'>,
  isCompared = true,
): Shortcut[] {
  return [
    ...presets.map((preset) => ({
      key: PRESETS[preset].key,
      label: PRESETS[preset].label,
      run: () => change({ range: { kind: 'preset', preset } }),
    })),
    { key: 'c', label: 'Choose other days', run: () => press('.period-button') },
    ...(isCompared
      ? [
          {
            key: 'x',
            label: 'Comparison on or off',
            run: () => change({ compare: compare === null ? DEFAULT_COMPARISON : null }),
          },
        ]
      : []),
    { key: 'Escape', label: 'Clear all filters', run: () => filters.length > 0 && change({ filters: [] }) },
    { key: '?', label: 'Show these shortcuts', run: () => press('.shortcuts-button') },
  ]
}

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click()
}
