import type { AlertRule } from '@half-measure/shared/reports/alert-rule.ts'
import { describe, expect, it } from 'vitest'
import { chanceText, stateText, testText, thresholdUnit, webhookText } from './alert-text.ts'

const rule: AlertRule = {
  id: '',
  metric: 'page_views',
  comparison: 'below',
  threshold: 10,
  window_minutes: 60,
  filters: [],
  raised_since: null,
  checked_at: null,
  last_value: null,
}
const checked = { ...rule, checked_at: '2026-11-20T10:00:00.000Z', last_value: 12 }

describe('a rule in words', () => {
  it('says how it stands', () => {
    expect(stateText(rule)).toBe('not checked yet')
    expect(stateText(checked)).toBe('not met: 12 at Fri 20 Nov 2026, 10:00')
    expect(stateText({ ...checked, last_value: 3, raised_since: '2026-11-20T09:00:00.000Z' })).toBe(
      'met since Fri 20 Nov 2026, 09:00: 3 at Fri 20 Nov 2026, 10:00',
    )
    expect(stateText({ ...checked, comparison: 'down', threshold: 40, last_value: -31.046 })).toBe(
      'not met: down 31.05% at Fri 20 Nov 2026, 10:00',
    )
  })

  it('says why it stands so where the figure is on the other side of the threshold', () => {
    expect(stateText({ ...checked, comparison: 'down', threshold: 30, last_value: -45.45 })).toBe(
      'not met: down 45.45% at Fri 20 Nov 2026, 10:00; such a change may be chance',
    )
    const raised = { ...checked, threshold: 100, last_value: 105, raised_since: '2026-11-20T09:00:00.000Z' }
    expect(stateText(raised)).toBe(
      'met since Fri 20 Nov 2026, 09:00: 105 at Fri 20 Nov 2026, 10:00; it ends at 110',
    )
    const found = { met: true, value: 105, sent_to: 'ada@example.test', webhooks: [] }
    expect(testText(raised, found, new Date('2026-11-20T10:05:00Z'))).toContain('10:05: 105; it ends at 110.')
  })

  it('says which figures may be chance', () => {
    expect(chanceText('page_views', true)).toContain('20 sessions, or 50 views, clicks or goals')
    expect(chanceText('bounce_rate', false)).toBe(
      'Where this is of fewer than 100 sessions in that time, it may be chance: it counts as unknown, and does not alert.',
    )
    expect(chanceText('read_75', false)).toContain('fewer than 100 sessions that opened an article in that')
    expect(chanceText('scroll_depth', false)).toContain(
      'fewer than 100 sessions that read an article in that',
    )
    expect(chanceText('page_views', false)).toBeNull()
    expect(chanceText('pending', false)).toBeNull()
  })

  it('says what a test found', () => {
    const found = { met: true, value: 4, sent_to: 'ada@example.test', webhooks: [] }
    const at = new Date('2026-11-20T10:05:00Z')
    expect(testText(rule, found, at)).toBe(
      'Met at Fri 20 Nov 2026, 10:05: 4. The test email goes to ada@example.test.',
    )
    const webhooks = [
      { kind: 'json', failure: 'it responded with 404' },
      { kind: 'slack', failure: null },
    ] as const
    expect(testText(rule, { ...found, met: false, webhooks: [...webhooks] }, at)).toBe(
      'Not met at Fri 20 Nov 2026, 10:05: 4. The test email goes to ada@example.test. Not posted to the webhook: it responded with 404. Posted to Slack.',
    )
  })
})

it('says where alerts go', () => {
  expect(webhookText([])).toContain('can have them posted to a webhook or to Slack')
  expect(webhookText(['json', 'slack'])).toContain('turned them on, and posted to the webhook and Slack.')
})

it('a threshold is in the unit of its metric, or of a change', () => {
  expect(thresholdUnit('page_views', false)).toBe('')
  expect(thresholdUnit('page_views', true)).toBe('%')
  expect(thresholdUnit('bounce_rate', false)).toBe('%')
  expect(thresholdUnit('dead_letters', false)).toBe('')
})
