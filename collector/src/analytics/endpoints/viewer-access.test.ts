import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from './endpoints.ts'
import { admitViewer } from './viewer-access.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const DAY = 'from=2026-11-19T00:00:00Z&to=2026-11-20T00:00:00Z'
const TOKEN = { kind: 'token', scopes: ['figures'], view: '' } as const
const LINK = { kind: 'link', scopes: ['figures', 'revenue'], view: 'period=7d' } as const

const admit = (viewer: Parameters<typeof admitViewer>[0], path: string, method = 'GET') =>
  admitViewer(viewer, { method, url: new URL(`/api/stats/${path}`, 'https://admin.halfmeasure.test') }, NOW)

describe('what tokens and links read', () => {
  it.each([
    [TOKEN, `query?${DAY}&metrics=sessions`],
    [TOKEN, 'summary?from=2026-11-19T10:00:00Z&to=2026-11-19T11:00:00Z'],
    [{ ...TOKEN, scopes: ['live'] as const }, `recent-activity?${DAY}`],
    [{ ...TOKEN, scopes: ['figures', 'revenue'] as const }, `articles/pine-beer?${DAY}`],
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
    [{ ...TOKEN, scopes: ['live'] as const }, `query?${DAY}`, 'scope_missing'],
    [TOKEN, 'query?from=2026-11-19T00:30:00Z&to=2026-11-20T00:00:00Z', 'range_too_fine'],
    [TOKEN, 'query?from=2026-11-19T00:00:00Z&to=2026-11-19T23:59:59.999Z', 'range_too_fine'],
    [TOKEN, 'top-pages?from=2026-11-19T00:00:00Z&to=2026-11-19T23:00:00Z', 'range_too_short'],
    [TOKEN, 'sessions', 'not_for_api_tokens'],
    [TOKEN, `query/?${DAY}`, 'not_for_api_tokens'],
    [LINK, `summary?${DAY}`, 'not_for_api_tokens'],
    [LINK, `query?${DAY}&f=is,country,GB`, 'not_of_this_link'],
    [LINK, `coverage?${DAY}&f=is,country,GB`, 'not_of_this_link'],
    [LINK, `coverage?${DAY}&compare=year`, 'not_of_this_link'],
    [LINK, 'coverage?from=2026-11-01T00:00:00Z&to=2026-11-20T00:00:00Z', 'not_of_this_link'],
    // Page loads have no device: those of every device are more than the view.
    [{ ...LINK, view: 'period=7d&f=is,device,mobile' }, `coverage?${DAY}`, 'not_of_this_link'],
    [{ ...LINK, view: 'period=7d&bots=include' }, `coverage?${DAY}`, 'not_of_this_link'],
  ])('not %j: %s: %s', (viewer, path, code) => {
    expect(() => admit(viewer, path)).toThrow(expect.objectContaining({ code }))
  })

  it('is only read', () => {
    expect(() => admit(TOKEN, `query?${DAY}`, 'DELETE')).toThrow(
      expect.objectContaining({ code: 'not_for_api_tokens' }),
    )
  })
})

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
