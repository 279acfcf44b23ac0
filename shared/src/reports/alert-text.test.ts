import { describe, expect, it } from 'vitest'
import { AlertDraft } from './alert-rule.ts'
import { alertText, despiteText, measuredText } from './alert-text.ts'

const draft = { metric: 'page_views', comparison: 'below', threshold: 10, window_minutes: 60 } as const
const words = (part: object) => alertText(AlertDraft.parse({ ...draft, ...part }))

describe('alertText', () => {
  it.each([
    [{}, 'Page views below 10 in the last hour'],
    [{ window_minutes: 45 }, 'Page views below 10 in the last 45 minutes'],
    [{ window_minutes: 1_440 }, 'Page views below 10 in the last 24 hours'],
    [{ window_minutes: 10_080 }, 'Page views below 10 in the last 7 days'],
    [{ threshold: 12_345 }, 'Page views below 12,345 in the last hour'],
    [
      { metric: 'bounce_rate', comparison: 'above', threshold: 70 },
      'Bounce rate above 70.00% in the last hour',
    ],
    [{ metric: 'dead_letters', comparison: 'above' }, 'Dead letters above 10'],
    [
      { comparison: 'down', threshold: 30 },
      'Page views down by more than 30% in the last hour, compared with a week before',
    ],
    [
      {
        filters: [
          { operator: 'is', dimension: 'country', values: ['JP'] },
          { operator: 'is_not', dimension: 'page', values: ['/', '/about'] },
        ],
      },
      'Page views below 10 in the last hour, where Country is Japan and Page is not / or /about',
    ],
  ])('%j', (part, expected) => {
    expect(words(part)).toBe(expected)
  })
})

describe('measuredText', () => {
  const down = { metric: 'page_views', comparison: 'down' } as const

  it('says which way a figure went, or the figure itself', () => {
    expect(measuredText(down, -45.23)).toBe('down 45.23%')
    expect(measuredText(down, 1_200)).toBe('up 1,200%')
    expect(measuredText(down, 0.004)).toBe('unchanged')
    expect(measuredText(down, null)).toBe('nothing to compare with')
    expect(measuredText({ ...down, comparison: 'above' }, 12)).toBe('12')
  })
})

describe('despiteText', () => {
  const below = { metric: 'page_views', comparison: 'below', threshold: 100 } as const
  const down = { metric: 'sessions', comparison: 'down', threshold: 30 } as const

  it('says where a raised alert ends whose value is no longer beyond the threshold', () => {
    expect(despiteText(below, 105, true)).toBe('it ends at 110')
    expect(despiteText({ ...below, comparison: 'above' }, 95, true)).toBe('it ends at 90')
    expect(despiteText({ ...below, threshold: 5 }, 6, true)).toBe('it ends at 7')
    expect(despiteText({ ...below, metric: 'bounce_rate' }, 105, true)).toBe('it ends at 110.00%')
    expect(despiteText(down, -28, true)).toBe('it ends at 27%')
  })

  it('says of a change that is not met, although beyond the threshold, that it may be chance', () => {
    expect(despiteText(down, -45.45, false)).toBe('such a change may be chance')
    expect(despiteText({ ...down, comparison: 'up' }, 45.45, false)).toBe('such a change may be chance')
  })

  it('says nothing where the value speaks for itself, or is unknown', () => {
    expect(despiteText(below, 99, true)).toBeNull()
    expect(despiteText(below, 105, false)).toBeNull()
    expect(despiteText(down, -31, true)).toBeNull()
    expect(despiteText(down, 45, false)).toBeNull()
    expect(despiteText(below, null, true)).toBeNull()
    expect(despiteText(below, 105, null)).toBeNull()
  })
})
