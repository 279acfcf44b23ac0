import { describe, expect, it } from 'vitest'
import { readExploreView, type ExploreView } from '../filters/explore-view.ts'
import { exploreShortcutList, exploreShortcuts } from './explore-shortcuts.ts'

function press(query: string, key: string): Partial<ExploreView> | null {
  let changed: Partial<ExploreView> | null = null
  const { view } = readExploreView(new URLSearchParams(query))
  exploreShortcuts(view, (part) => (changed = typeof part === 'function' ? part(view) : part))[key]?.()
  return changed
}

describe('the keys of the overview', () => {
  it('choose a period', () => {
    expect(press('', 'w')).toEqual({ span: { kind: 'preset', preset: '7d' } })
  })

  it('compare, or no longer', () => {
    expect(press('', 'x')).toEqual({ compare: null })
    expect(press('compare=off', 'x')).toEqual({ compare: 'week' })
  })

  it('clear filters where there are some', () => {
    expect(press('f=is,page,/a', 'Escape')).toEqual({ filters: [] })
    expect(press('', 'Escape')).toBeNull()
  })

  it('are all listed', () => {
    const { view } = readExploreView(new URLSearchParams())
    const keys = Object.keys(exploreShortcuts(view, () => {})).map((key) => (key === 'Escape' ? 'esc' : key))
    expect(exploreShortcutList.map(({ key }) => key.toLowerCase()).sort()).toEqual(keys.sort())
  })
})
