import { describe, expect, it } from 'vitest'
import { deltaIn, deltaOf, exactFigure, shortFigure } from './metric.ts'

/** Text, words, direction and tone. */
const partsOf = (...[metric, now, before]: Parameters<typeof deltaOf>) => {
  const delta = deltaOf(metric, now, before)
  return delta && [delta.text, delta.words, delta.direction, delta.tone]
}

describe('deltaOf', () => {
  it('is in percent, with a sign, good where more is better', () => {
    expect(partsOf('sessions', 112, 100)).toEqual(['+12.0%', 'up 12.0%', 'up', 'good'])
    expect(partsOf('sessions', 88, 100)).toEqual(['−12.0%', 'down 12.0%', 'down', 'bad'])
    expect(deltaOf('sessions', 1_300, 100)?.text).toBe('+1,200%')
  })

  it('is in percentage points for rates, and bad where less would be better', () => {
    expect(partsOf('bounce_rate', 42.04, 40)).toEqual(['+2.0 points', 'up 2.0 points', 'up', 'bad'])
    expect(partsOf('conversion_rate', 1.5, 0)).toEqual(['+1.5 points', 'up 1.5 points', 'up', 'good'])
  })

  it('is neutral of a rate of so few sessions that it may be chance, and stays as it is', () => {
    const before = { sessions: 100, bounce_rate: 40, page_views: 100 }
    const now = { sessions: 110, bounce_rate: 45, page_views: 150 }
    const [few, many] = [deltaIn('bounce_rate', now, before), deltaOf('bounce_rate', 45, 40, [5_000, 5_000])]
    expect(few).toMatchObject({ text: '+5.0 points', direction: 'up', tone: 'neutral', isChance: true })
    expect(many).toMatchObject({ text: '+5.0 points', tone: 'bad', isChance: false })
    expect(deltaIn('page_views', now, before)).toMatchObject({ tone: 'good', isChance: false })
    expect(deltaIn('bounce_rate', now, undefined)).toBeNull()
  })

  it('is neutral of reading shares, and calls none of them chance: how many sessions they are of is not known', () => {
    const before = { sessions: 5_000, scroll_depth: 40, read_75: 40 }
    const now = { sessions: 5_000, scroll_depth: 45, read_75: 40.5 }
    for (const metric of ['scroll_depth', 'read_75'] as const)
      expect(deltaIn(metric, now, before)).toMatchObject({
        direction: 'up',
        tone: 'neutral',
        isChance: false,
      })
  })

  it('calls new what has grown out of nothing, never infinite', () => {
    expect(partsOf('clicks', 5, 0)).toEqual(['new', 'up from nothing', 'up', 'good'])
    expect(partsOf('clicks', 0, 0)).toEqual(['0.0%', 'unchanged', 'flat', 'neutral'])
  })

  it('is nothing where either side is', () => {
    expect(deltaOf('bounce_rate', null, 40)).toBeNull()
    expect(deltaOf('bounce_rate', 40, null)).toBeNull()
    expect(deltaOf('clicks', 4, undefined)).toBeNull()
  })

  it('takes no side where the change is too small to be shown', () => {
    expect(partsOf('sessions', 100_001, 100_000)).toEqual(['0.0%', 'unchanged', 'flat', 'neutral'])
    expect(deltaOf('bounce_rate', 40, 40, [100, 100])).toMatchObject({ words: 'unchanged', isChance: false })
  })
})

describe('figures', () => {
  it('are short where there is little room, and can be had in full', () => {
    expect(shortFigure('sessions', 9_999)).toBe('9,999')
    expect(shortFigure('sessions', 12_345)).toBe('12.3k')
    expect(exactFigure('sessions', 12_345)).toBe('12,345')
    expect(shortFigure('revenue', 204.5)).toBe('£204.50')
    expect(shortFigure('revenue', 1_204.5)).toBe('£1,205')
    expect(exactFigure('revenue', 1_204.5)).toBe('£1,204.50')
    expect(shortFigure('revenue', 1_234_567)).toBe('£1.2m')
  })

  it('have the form of their unit', () => {
    expect(shortFigure('bounce_rate', 41.527)).toBe('41.5%')
    expect(exactFigure('bounce_rate', 41.527)).toBe('41.53%')
    expect(shortFigure('views_per_session', 1.5)).toBe('1.50')
    expect(shortFigure('session_duration', 125.4)).toBe('2m 05s')
  })

  it('are a dash where there is nothing to divide by', () => {
    expect(shortFigure('bounce_rate', null)).toBe('–')
    expect(exactFigure('clicks', undefined)).toBe('–')
  })
})
