import { describe, expect, it } from 'vitest'
import { DEFINITIONS, type FigureDefinition } from './definitions.ts'
import { METRICS } from './engine/metrics.ts'

const ALL: readonly FigureDefinition[] = [...Object.values(METRICS), ...Object.values(DEFINITIONS)]

describe('what figures are called', () => {
  it('is one name for one thing: sessions alone are the same wherever a row says which of them', () => {
    const labels = ALL.map(({ label }) => label.toLowerCase())
    const repeated = new Set(labels.filter((label, i) => labels.indexOf(label) !== i))
    // The specification's card has its own capitals, and counts the same.
    expect([...repeated].toSorted()).toEqual(['page views', 'sessions'])
    expect(DEFINITIONS.overviewViews.label).toBe('Page Views')
  })

  it.each(ALL)('$label: the definition is a sentence', ({ definition }) => {
    expect(definition).toMatch(/^[A-Z].*\.$/s)
    expect(definition).not.toMatch(/\bvisits?\b|\bvisitors?\b/i)
  })
})
