import { describe, expect, it } from 'vitest'
import { ruleWords, stateWords } from './alert-words.ts'

const rule = { metric: 'page_views', comparison: 'below', threshold: 10, window_minutes: 60 } as const
const kept = { ...rule, id: '', raised_since: null, checked_at: null, last_value: null }

describe('a rule in words', () => {
  it.each([
    [rule, 'Page views below 10 in the last hour'],
    [{ ...rule, window_minutes: 45 }, 'Page views below 10 in the last 45 minutes'],
    [
      { ...rule, metric: 'bounce_rate', comparison: 'above', threshold: 70, window_minutes: 1_440 },
      'Bounce rate above 70.00% in the last 24 hours',
    ],
    [{ ...rule, metric: 'dead_letters', comparison: 'above', threshold: 0 }, 'Dead letters above 0'],
  ] as const)('%j', (given, words) => {
    expect(ruleWords(given)).toBe(words)
  })

  it('says how it stands', () => {
    expect(stateWords(kept)).toBe('not checked yet')
    const looked = { ...kept, checked_at: '2026-11-20T10:00:00.000Z', last_value: 12 }
    expect(stateWords(looked)).toBe('not met: 12 at Fri 20 Nov 2026, 10:00')
    expect(stateWords({ ...looked, last_value: 3, raised_since: '2026-11-20T09:00:00.000Z' })).toBe(
      'met since Fri 20 Nov 2026, 09:00: 3 at Fri 20 Nov 2026, 10:00',
    )
  })
})
