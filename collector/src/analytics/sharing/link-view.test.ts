import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { COMPARISONS } from '@half-measure/shared/stats/engine/comparison.ts'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../seed/seeded-random.ts'
import { comparedRange } from '../engine/compared-range.ts'
import { beyondView } from './link-view.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const RANGE = 'from=2026-10-24T00:00:00Z&to=2026-11-21T00:00:00Z'

const beyond = (view: string, query: string, now = NOW) => beyondView(view, new URLSearchParams(query), now)

describe('what a share link shows', () => {
  it.each([
    ['', `${RANGE}&metrics=sessions&by=page&compare=week`],
    ['', 'from=2026-11-19T10:00:00Z&to=2026-11-19T11:00:00Z'],
    ['f=is,country,GB&f=is,device,phone', `${RANGE}&f=is,device,phone&f=is,country,GB`],
    ['f=is,country,GB', `${RANGE}&f=is,country,GB&f=is_not,utm_source,&by=utm_source`],
    ['f=is_not,utm_source,', `${RANGE}&f=is_not,utm_source,`],
    ['f=is_not,utm_source,', `${RANGE}&f=is_not,utm_source,&f=is_not,utm_campaign,&by=utm_campaign`],
    ['bots=include&compare=off', `${RANGE}&bots=include`],
    ['from=2026-07-01&to=2026-07-02', 'from=2026-06-30T23:00:00Z&to=2026-07-02T23:00:00Z'],
    ['compare=2026-03-01..2026-03-31', `${RANGE}&compare=2026-03-01..2026-03-31`],
    ['period=last-month', 'from=2026-09-30T23:00:00Z&to=2026-11-01T00:00:00Z'],
    ['f=is,hour_of_week,3-09', `${RANGE}&f=is,hour_of_week,3-09&tz=Europe/London`],
    ['f=is,page,/a%5C/b', `${RANGE}&f=is,page,/a/b`],
  ])('%j: %j belongs to it', (view, query) => {
    expect(beyond(view, query)).toBeUndefined()
  })

  it.each([
    ['range', '', 'from=2026-10-20T00:00:00Z&to=2026-11-21T00:00:00Z'],
    ['range', 'period=today', 'from=2026-11-17T00:00:00Z&to=2026-11-21T00:00:00Z'],
    ['range', 'from=2026-07-01&to=2026-07-02', 'from=2026-07-01T23:00:00Z&to=2026-07-03T00:00:00Z'],
    ['range', 'from=2026-07-01&to=2026-07-02', 'from=2026-06-30T22:00:00Z&to=2026-07-01T00:00:00Z'],
    // Compared with the range just before, each of these would show days before the link's.
    ['range', '', 'from=2026-10-24T00:00:00Z&to=2026-11-22T00:00:00Z&compare=week'],
    ['range', '', 'from=2026-11-19T00:00:00Z&to=2027-02-03T00:00:00Z&interval=day&compare=week'],
    ['range', 'period=last-month', 'from=2026-11-01T00:00:00Z&to=2026-11-21T00:00:00Z'],
    ['range', 'period=yesterday', 'from=2026-11-19T00:00:00Z&to=2026-11-21T00:00:00Z'],
    ['range', 'period=yesterdy', RANGE],
    ['range', 'filter=is,page,/about', RANGE],
    ['time zone', 'f=is,hour_of_week,3-09', `${RANGE}&f=is,hour_of_week,3-09&tz=America/New_York`],
    ['filters', '', `${RANGE}&f=is,country,GB`],
    ['filters', 'f=is,country,GB', RANGE],
    ['filters', 'f=is,country,GB', `${RANGE}&f=is,country,GB&f=is,screen,390x844`],
    ['filters', 'f=is_not,utm_campaign,', RANGE],
    ['filters', 'f=is_not,utm_campaign,', `${RANGE}&f=is_not,utm_source,`],
    ['filters', 'f=is,country,GB&f=is_not,utm_campaign,', `${RANGE}&f=is,country,GB`],
    ['filters', 'f=is,country,GB&f=is,device,phone', `${RANGE}&f=is,country,GB`],
    ['filters', 'f=is,country,GB&f=is,device,phone', `${RANGE}&f=is,country,GB&f=is,country,GB`],
    ['bots', '', `${RANGE}&bots=include`],
    ['comparison', '', `${RANGE}&compare=year`],
    ['comparison', 'compare=off', `${RANGE}&compare=week`],
    ['comparison', 'compare=2026-03-01..2026-03-31', `${RANGE}&compare=2026-03-01..2026-04-01`],
    ['comparison', 'compare=2026-03-01..2026-03-31', `${RANGE}&compare=year`],
  ])('%s: beyond %j is %j', (what, view, query) => {
    expect(beyond(view, query)).toBe(what)
  })
})

describe('the period of a link around midnight in London', () => {
  const days = (from: string, to: string) => `from=2026-11-${from}T00:00:00Z&to=2026-11-${to}T00:00:00Z`

  it.each([
    ['23:59 by a clock that is ahead', '2026-11-20T23:59:00Z', days('21', '22')],
    ['00:00 by a clock that is behind, or on a page left open', '2026-11-21T00:00:10Z', days('20', '21')],
  ])('is that of its reader’s clock: %s', (_, now, query) => {
    expect(beyond('period=today', query, Date.parse(now))).toBeUndefined()
  })

  it.each([
    ['an hour before', '2026-11-20T22:59:59Z', days('21', '22')],
    ['an hour after', '2026-11-21T01:00:00Z', days('20', '21')],
    ['never two days', '2026-11-21T00:00:10Z', days('20', '22')],
  ])('is no other: %s', (_, now, query) => {
    expect(beyond('period=today', query, Date.parse(now))).toBe('range')
  })
})

it('no part of a view is compared with anything before what the whole is compared with', () => {
  const tz = 'Europe/London'
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(tz).epochMilliseconds
  const iso = (ms: number) => new Date(ms).toISOString()
  const rangeOf = (from: number, to: number) => ({
    bots: 'exclude' as const,
    tz,
    from: iso(from),
    to: iso(to),
  })
  const random = new SeededRandom(7)
  for (let n = 0; n < 2_000; n += 1) {
    const first = Temporal.PlainDate.from('2025-01-01').add({ days: random.below(600) })
    const [from, to] = [startOf(first), startOf(first.add({ days: 1 + random.below(60) }))]
    const hours = (to - from) / HOUR_MS
    const start = random.below(hours)
    const part = rangeOf(from + start * HOUR_MS, from + (start + 1 + random.below(hours - start)) * HOUR_MS)
    for (const comparison of COMPARISONS) {
      const whole = comparedRange(rangeOf(from, to), comparison, NOW)
      const compared = comparedRange(part, comparison, NOW)
      const isBefore = compared.from < whole.from
      expect({ part, comparison, compared, whole, isBefore }).toMatchObject({ isBefore: false })
    }
  }
})
