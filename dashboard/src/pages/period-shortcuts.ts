import type { Span } from '../filters/explore-view.ts'
import { PRESETS, presets } from '../filters/preset.ts'

export interface Shortcut {
  key: string
  does: string
}

/** What each key does in a room about a period. */
export function periodShortcuts(choose: (span: Span) => void): Record<string, () => void> {
  const periods = presets.map((preset) => [PRESETS[preset].key, () => choose({ kind: 'preset', preset })])
  return {
    ...Object.fromEntries(periods),
    c: () => press('.period-button'),
    '?': () => press('.keys-button'),
  }
}

/** The same in words. */
export const periodShortcutList: readonly Shortcut[] = [
  ...presets.map((preset) => ({ key: PRESETS[preset].key.toUpperCase(), does: PRESETS[preset].label })),
  { key: 'C', does: 'Choose other days' },
  { key: '?', does: 'Show these keys' },
]

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click()
}
