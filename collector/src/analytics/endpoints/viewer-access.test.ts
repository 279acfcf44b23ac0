import type { TokenScope } from '@half-measure/shared/sharing/api-token.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from './endpoints.ts'
import { admitViewer } from './viewer-access.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const DAY = 'from=2026-11-19T00:00:00Z&to=2026-11-20T00:00:00Z'
const tokenOf = (...scopes: TokenScope[]) => ({ kind: 'token' as const, scopes, view: '' })
const TOKEN = tokenOf('figures')
const LINK = { ...tokenOf('figures', 'revenue'), kind: 'link' as const, view: 'period=7d' }

const admit = (viewer: Parameters<typeof admitViewer>[0], path: string, method = 'GET') =>
  admitViewer(viewer, { method, url: new URL(`/api/stats/${path}`, 'https://admin.halfmeasure.test') }, NOW)

describe('what tokens and links read', () => {
  it.each([
    [TOKEN, `query?${DAY}&metrics=sessions`],
    [TOKEN, 'summary?from=2026-11-19T10:00:00Z&to=2026-11-19T11:00:00Z'],
    [tokenOf('live'), `recent-activity?${DAY}`],
    [tokenOf('figures', 'revenue'), `articles/pine-beer?${DAY}`],
    [TOKEN, `query?${DAY}&tz=Asia/Tokyo&interval=hour`],
    [TOKEN, 'query?from=2026-03-01T00:00:00Z&to=2026-11-20T00:00:00Z&tz=Europe/London&interval=hour'],
    [TOKEN, `query?${DAY}&tz=Australia/Lord_Howe&compare=week`],
    // The endpoint says what is wrong with these.
    [TOKEN, 'top-pages?from=2026-11-19T00:00:00Z&to=2026-11-18T00:00:00Z'],
    [TOKEN, `query?${DAY}&tz=Mars/Olympus&compare=week`],
    [TOKEN, `query?${DAY}&compare=mars`],
    [TOKEN, 'experiments/results?test=a'],
    // Midnight in London, in winter and in summer.
    [TOKEN, 'experiments/results?test=a&until=2026-11-19T00:00:00Z'],
    [TOKEN, 'experiments/results?test=a&until=2026-07-18T23:00:00Z'],
    [LINK, `export.csv?${DAY}&metrics=revenue&by=page`],
    [LINK, `coverage?${DAY}&compare=week&interval=hour`],
    [{ ...LINK, view: 'period=7d&f=is,page,/stories' }, `coverage?${DAY}&f=is,page,/stories`],
    [{ ...LINK, view: 'period=7d&f=is,country,GB&bots=include' }, 'page-titles'],
  ])('%j: %s', (viewer, path) => {
    expect(() => admit(viewer, path)).not.toThrow()
  })

  it.each([
    [TOKEN, `recent-activity?${DAY}`, 'scope_missing'],
    [TOKEN, `affiliate?${DAY}`, 'scope_missing'],
    [TOKEN, `query?${DAY}&metrics=sessions,revenue`, 'scope_missing'],
    [TOKEN, 'experiments/results?test=a&goal=value', 'scope_missing'],
    [tokenOf('live'), `query?${DAY}`, 'scope_missing'],
    [TOKEN, 'query?from=2026-11-19T00:30:00Z&to=2026-11-20T00:00:00Z', 'range_too_fine'],
    [TOKEN, 'query?from=2026-11-19T00:00:00Z&to=2026-11-19T23:59:59.999Z', 'range_too_fine'],
    [TOKEN, `query?${DAY}&tz=Asia/Kathmandu&interval=hour`, 'range_too_fine'],
    // Its clocks go back by half an hour on 5 April.
    [
      TOKEN,
      'query?from=2026-04-01T00:00:00Z&to=2026-04-10T00:00:00Z&tz=Australia/Lord_Howe&interval=hour',
      'range_too_fine',
    ],
    // In November its hours are whole ones. Two months earlier they were not.
    [TOKEN, `query?${DAY}&tz=Australia/Lord_Howe&compare=2026-09-12..2026-09-25`, 'range_too_fine'],
    [TOKEN, `query?${DAY}&tz=Australia/Lord_Howe&compare=2026-09-12..2026-10-10`, 'range_too_fine'],
    [
      TOKEN,
      'query?from=2026-10-26T00:00:00Z&to=2026-10-27T00:00:00Z&tz=Australia/Lord_Howe&compare=month',
      'range_too_fine',
    ],
    [TOKEN, 'top-pages?from=2026-11-19T00:00:00Z&to=2026-11-19T23:00:00Z', 'range_too_short'],
    [TOKEN, 'experiments/results?test=a&until=2026-11-19T10:00:00.001Z', 'range_too_fine'],
    [TOKEN, 'experiments/results?test=a&until=2026-11-19T10:00:00Z', 'range_too_fine'],
    [TOKEN, 'experiments/results?test=a&until=2026-07-19T00:00:00Z', 'range_too_fine'],
    [TOKEN, 'sessions', 'not_for_api_tokens'],
    [TOKEN, 'sessions/session_1_abcd', 'not_for_api_tokens'],
    [TOKEN, 'realtime', 'not_for_api_tokens'],
    [TOKEN, 'funnels', 'not_for_api_tokens'],
    [tokenOf('figures', 'revenue'), 'affiliate/networks', 'not_for_api_tokens'],
    [TOKEN, 'articles/a/b', 'not_for_api_tokens'],
    [TOKEN, `query/?${DAY}`, 'not_for_api_tokens'],
    [LINK, `summary?${DAY}`, 'not_for_api_tokens'],
    [LINK, `query?${DAY}&f=is,country,GB`, 'not_of_this_link'],
    [LINK, `coverage?${DAY}&f=is,country,GB`, 'not_of_this_link'],
    [LINK, `coverage?${DAY}&compare=year`, 'not_of_this_link'],
    [
      LINK,
      'coverage?from=2026-11-19T00:00:00Z&to=2027-02-03T00:00:00Z&compare=week&interval=day',
      'not_of_this_link',
    ],
    [LINK, `coverage?${DAY}&tz=America/New_York`, 'not_of_this_link'],
    [LINK, 'coverage?from=2026-11-01T00:00:00Z&to=2026-11-20T00:00:00Z', 'not_of_this_link'],
    // Page loads have no device: those of every device are more than the view.
    [{ ...LINK, view: 'period=7d&f=is,device,mobile' }, `coverage?${DAY}`, 'not_of_this_link'],
    [{ ...LINK, view: 'period=7d&bots=include' }, `coverage?${DAY}`, 'not_of_this_link'],
  ])('not %j: %s: %s', (viewer, path, code) => {
    expect(() => admit(viewer, path)).toThrow(expect.objectContaining({ code }))
  })

  it.each([
    ['DELETE', `query?${DAY}`],
    ['POST', 'funnels'],
    ['POST', 'affiliate/commissions'],
    ['DELETE', 'affiliate/commissions'],
  ])('is only read: not %s %s', (method, path) => {
    expect(() => admit(TOKEN, path, method)).toThrow(expect.objectContaining({ code: 'not_for_api_tokens' }))
  })
})

describe('events of few sessions, which began before the range', () => {
  const withheld = (path: string, report: object) =>
    ENDPOINTS.find((endpoint) => endpoint.path === path)?.withhold?.(report)
  const noCards = {
    page_views: 0,
    unique_sessions: 0,
    click_events: 0,
    unique_element_types: 0,
    conversions: 0,
    conversion_rate: 0,
    active_tests: 0,
  }
  const noFigures = { clicks: 0, sessions: 0, pounds: 0, earnings: [] }
  const affiliate = (figures: object) => ({
    totals: { ...noFigures, ...figures },
    products: [],
    positions: [],
    pages: [],
    others: { products: [], positions: [], pages: [] },
    unattributed: { rows: 0, earnings: [] },
    imports: [],
    compared: null,
    compared_range: null,
  })

  it.each([
    ['summary', noCards],
    ['summary', { ...noCards, unique_sessions: 5, page_views: 5, conversions: 1 }],
    ['affiliate', affiliate({})],
    ['affiliate', affiliate({ sessions: 5, clicks: 6, pounds: 30 })],
  ])('are not in this report: %s %j', (path, report) => {
    expect(withheld(path, report)).toMatchObject(report)
  })

  it.each([
    ['summary', { ...noCards, conversions: 1 }],
    ['summary', { ...noCards, active_tests: 1 }],
    ['affiliate', affiliate({ clicks: 1, pounds: 5 })],
  ])('are withheld: %s %j', (path, report) => {
    expect(() => withheld(path, report)).toThrow(expect.objectContaining({ code: 'too_few_sessions' }))
  })

  const fiveSessions = { ...noCards, unique_sessions: 5, page_views: 5 }
  const compared_range = { from: '2026-11-18T00:00:00.000Z', to: '2026-11-19T00:00:00.000Z' }

  it.each([
    ['none', noCards, noCards],
    ['five sessions', fiveSessions, fiveSessions],
    ['one session', { ...noCards, unique_sessions: 1, page_views: 2 }, null],
    ['a conversion without sessions', { ...noCards, conversions: 1 }, null],
    ['not counted', null, null],
  ])('are in no cards to compare with: %s', (_, compared, shown) => {
    const cards = withheld('summary', { ...fiveSessions, compared, compared_range })
    expect(cards).toEqual({ ...fiveSessions, compared: shown, compared_range })
  })

  it('have no percentile of their loads', () => {
    const vital = (loads: number) => ({ p75: 120, loads, good: loads, poor: 0 })
    const measured = { sessions: 9, loads: 9, lcp: vital(9), inp: vital(4), cls: vital(5) }
    const report = {
      totals: measured,
      devices: [{ ...measured, device: 'mobile' }],
      pages: [{ ...measured, page_path: '/', devices: [{ ...measured, device: 'mobile' }] }],
    }
    const shown = { ...measured, inp: { p75: null, loads: 0, good: 0, poor: 0 } }
    expect(withheld('web-vitals', report)).toEqual({
      totals: shown,
      devices: [{ ...shown, device: 'mobile' }],
      pages: [{ ...shown, page_path: '/', devices: [{ ...shown, device: 'mobile' }] }],
    })
  })
})

describe('a test for tokens', () => {
  const endpoint = ENDPOINTS.find(({ path }) => path === 'experiments/results')
  const withheld = (...days: readonly (readonly [number, number])[]) =>
    endpoint?.withhold?.(anExperiment(days)) as ExperimentResult

  it('says nothing of days that go on', () => {
    const { variants } = withheld([40, 50])
    expect(variants.map(({ exposures, open }) => [exposures, open])).toEqual([
      [40, null],
      [50, null],
    ])
  })

  it('is none while few sessions have seen one of its variants', () => {
    expect(() => withheld([0, 0])).not.toThrow()
    expect(() => withheld([40, 4])).toThrow(expect.objectContaining({ code: 'too_few_sessions' }))
  })

  it('has no shares while few were assigned to one of its variants', () => {
    const shares = (test_name: string, ...assignments: readonly number[]) => ({
      test_name,
      total: assignments.reduce((sum, count) => sum + count, 0),
      variants: assignments.map((count, i) => ({ variant: 'ab'[i] ?? '', assignments: count, share: 50 })),
    })
    const withhold = ENDPOINTS.find(({ path }) => path === 'experiments')?.withhold
    const [shown, one, few] = [shares('c', 5, 5), shares('d', 5, 1), shares('e', 4)]
    expect(withhold?.([shown, one, few])).toEqual([shown])
  })

  it('has no day that could be told from the next one by few sessions', () => {
    const { analyses } = withheld([3, 4], [9, 10], [9, 12], [20, 20], [24, 30])
    expect(analyses.map(({ arms }) => arms.map(({ exposures }) => exposures))).toEqual([
      [9, 12],
      [24, 30],
    ])
  })
})

/** A test with two variants, by the sessions that had seen each at the end of each day. */
function anExperiment(days: readonly (readonly [number, number])[]): ExperimentResult {
  const arms = (day: readonly number[]) =>
    day.map((exposures, i) => ({
      variant: 'ab'[i] ?? '',
      exposures,
      converters: 0,
      rate: null,
      comparison: null,
    }))
  return {
    test: 'a',
    goal: 'any_goal',
    decides: true,
    plan: {
      goal: 'any_goal',
      alpha: 0.05,
      alpha_per_comparison: 0.05,
      smallest_lift: 0.1,
      min_days: 7,
      max_days: 28,
    },
    time_zone: 'Europe/London',
    ended: null,
    first_day: null,
    last_day: null,
    days: days.length,
    first_analysis: null,
    split: { status: 'too_little', chi_square: null, p: null, failed_on: null },
    switchers: { sessions: 0, share: 0 },
    bots: 0,
    cap: null,
    variants: arms([...(days.at(-1) ?? [])]).map((arm, i) => ({
      ...arm,
      is_control: i === 0,
      weight: 0.5,
      expected: 0,
      rate_interval: null,
      open: { exposures: 1, converters: 1 },
      verdict: null,
    })),
    analyses: days.map((day, i) => ({ day: `2026-11-${10 + i}`, arms: arms([...day]) })),
    sentence: '',
  }
}

describe('a funnel for tokens', () => {
  const step = (sessions: number) => ({
    step: 'page:/',
    sessions,
    of_first: null,
    of_previous: null,
    lost: 0,
  })
  const endpoint = ENDPOINTS.find(({ path }) => path === 'funnels/result')
  const groups = [
    { value: 'mobile', sessions: [60, 0] },
    { value: 'desktop', sessions: [40, 4] },
  ]
  const funnel = (reached: number[]) => ({ window_minutes: 30, steps: reached.map(step), groups })
  const withheld = (reached: number[], before?: number[]) =>
    endpoint?.withhold?.({
      ...funnel(reached),
      compared: before ? funnel(before) : null,
      compared_range: null,
    })

  it('has neither rows nor a comparison of few sessions', () => {
    expect(withheld([100, 5], [90, 3])).toMatchObject({ compared: null, groups: [{ value: 'mobile' }] })
    expect(withheld([100, 5], [90, 0])).toMatchObject({
      compared: { steps: [{ sessions: 90 }, { sessions: 0 }], groups: [{ value: 'mobile' }] },
    })
  })

  it('is none where few sessions take a step', () => {
    expect(() => withheld([100, 2], [90, 50])).toThrow(expect.objectContaining({ code: 'too_few_sessions' }))
  })
})
