import { describe, expect, it } from 'vitest'
import { problemsOf } from '../testing/problems-of.ts'
import { ApiTokenDraft } from './api-token.ts'

const draft = (view: string) => ({ kind: 'link', name: 'For the printer', view })

describe('the view of a link', () => {
  it.each([
    '',
    '?period=7d',
    'period=last-month&bots=include&compare=off&f=is,page,/stories|/about&f=is_not,utm_source,',
    'from=2026-11-01&to=2026-11-01&compare=2026-08-01..2026-08-28',
    'metric=clicks&interval=hour&campaigns=utm_source&details=page&search=pine&order=-sessions',
  ])('may be %j', (view) => {
    expect(problemsOf(ApiTokenDraft, draft(view))).toEqual([])
  })

  it.each([
    ['period=yesterdy', 'view.period'],
    // To the minute, which links never show.
    ['period=rolling', 'view.period'],
    ['from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z', 'view.from', 'view.to'],
    ['from=2026-11-01&to=2026-11-31', 'view.to'],
    ['from=2026-11-02&to=2026-11-01', 'view.to'],
    ['from=2026-11-02', 'view.to'],
    ['f=is,colour,red', 'view.f.0.dimension'],
    ['f=like,page,/about', 'view.f.0.operator'],
    [Array.from({ length: 13 }, (_, n) => `f=is,page,/${n}`).join('&'), 'view.f'],
    ['filter=is,page,/about', 'view'],
    ['bots=some', 'view.bots'],
    ['compare=mars', 'view.compare'],
  ])('is not %j', (view, ...where) => {
    expect(problemsOf(ApiTokenDraft, draft(view))).toEqual(where)
  })

  it('has problems that say what would be right', () => {
    const { error } = ApiTokenDraft.safeParse(draft('filter=is,page,/about&period=yesterdy'))
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining('expected one of "today"|"yesterday"|"7d"'),
      'Unrecognized key: "filter"',
    ])
  })
})
