import type { AlertRule } from '@half-measure/shared/reports/alert-rule.ts'
import { sessionsOf } from '@half-measure/shared/reports/alert-text.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { expect, it } from 'vitest'
import { figureSql } from '../../analytics/engine/measures.ts'
import { alertNotice } from './alert-notice.ts'
import { changeOf, type Measurement } from './measure-alert.ts'

const rule: AlertRule = {
  id: '0197f000-0000-7000-8000-000000000000',
  metric: 'page_views',
  comparison: 'below',
  threshold: 100,
  window_minutes: 60,
  filters: [],
  raised_since: null,
  checked_at: null,
  last_value: null,
}

/** The text of a test of a rule. */
function tested(part: Partial<AlertRule>, measured: Measurement): string {
  const context = { at: new Date('2026-11-20T10:00:00Z'), dashboard: 'https://admin.test', titles: [] }
  return alertNotice('test', { ...rule, ...part }, measured, context).text
}

it('a test says that a change beyond the threshold does not alert because it may be chance', () => {
  const fewSessions = { figure: 12, before: 22, value: changeOf(12, 22) }
  expect(tested({ metric: 'sessions', comparison: 'down', threshold: 30 }, fewSessions)).toBe(
    'Sessions in the last hour: 12, down 45.45% (22 a week before). The alert is not met; such a change may be chance.',
  )
  const many = { figure: 1_200, before: 2_200, value: changeOf(1_200, 2_200) }
  expect(tested({ metric: 'sessions', comparison: 'down', threshold: 30 }, many)).toMatch(
    /The alert is met\.$/,
  )
})

it('a test says where a raised alert ends whose figure is no longer beyond the threshold', () => {
  const of = (figure: number) => ({ figure, before: null, value: figure })
  const raised = { raised_since: '2026-11-20T09:00:00.000Z' }
  expect(tested(raised, of(105))).toBe('Page views in the last hour: 105. The alert is met; it ends at 110.')
  expect(tested(raised, of(110))).toMatch(/The alert is not met\.$/)
  expect(tested({}, of(105))).toMatch(/The alert is not met\.$/)
})

it('a test says which sessions a rate or mean is of too few of', () => {
  const unknown = { figure: null, before: null, value: null, missing: 'sessions' } as const
  expect(tested({ metric: 'read_75' }, unknown)).toMatch(
    /is unknown: the figure has to be of at least 100 sessions that opened an article\.$/,
  )
  expect(tested({ metric: 'bounce_rate' }, unknown)).toMatch(/has to be of at least 100 sessions\.$/)
})

it.each(Metric.options)('%s is said to be of the sessions that the engine counts', (metric) => {
  const words = {
    reading_sessions: 'sessions that read an article',
    article_sessions: 'sessions that opened an article',
    rate_sessions: 'sessions (filters on conversions leave none out)',
  }
  const found = Object.entries(words).find(([among]) => figureSql(metric, '100').startsWith(`if(${among} <`))
  expect(sessionsOf(metric)).toBe(found?.[1] ?? 'sessions')
})
