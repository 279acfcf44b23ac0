import { describe, expect, it } from 'vitest'
import { AlertDraft, type AlertMetric } from './alert-rule.ts'
import { alertWords, measuredWords } from './alert-words.ts'

const format = (metric: AlertMetric, value: number | null) => `${value} of ${metric}`
const draft = { metric: 'page_views', comparison: 'below', threshold: 10, window_minutes: 60 } as const
const words = (part: object) => alertWords(AlertDraft.parse({ ...draft, ...part }), format)

describe('alertWords', () => {
  it.each([
    [{}, 'Page views below 10 of page_views in the last hour'],
    [{ window_minutes: 45 }, 'Page views below 10 of page_views in the last 45 minutes'],
    [{ window_minutes: 1_440 }, 'Page views below 10 of page_views in the last 24 hours'],
    [{ window_minutes: 10_080 }, 'Page views below 10 of page_views in the last 7 days'],
    [{ metric: 'dead_letters', comparison: 'above' }, 'Dead letters above 10 of dead_letters'],
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
      'Page views below 10 of page_views in the last hour, where Country is Japan and Page is not / or /about',
    ],
  ])('%j', (part, expected) => {
    expect(words(part)).toBe(expected)
  })
})

describe('measuredWords', () => {
  const down = { metric: 'page_views', comparison: 'down' } as const

  it('says which way a figure went, or the figure itself', () => {
    expect(measuredWords(down, -45.23, format)).toBe('down 45.23%')
    expect(measuredWords(down, 1_200, format)).toBe('up 1,200%')
    expect(measuredWords(down, 0.004, format)).toBe('unchanged')
    expect(measuredWords(down, null, format)).toBe('nothing to compare with')
    expect(measuredWords({ ...down, comparison: 'above' }, 12, format)).toBe('12 of page_views')
  })
})
