import { describe, expect, it } from 'vitest'
import { beyondView } from './link-view.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const RANGE = 'from=2026-10-24T00:00:00Z&to=2026-11-21T00:00:00Z'

const beyond = (view: string, query: string) => beyondView(view, new URLSearchParams(query), NOW)

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
  ])('%j: %j belongs to it', (view, query) => {
    expect(beyond(view, query)).toBeUndefined()
  })

  it.each([
    ['range', '', 'from=2026-10-20T00:00:00Z&to=2026-11-21T00:00:00Z'],
    ['range', 'period=today', 'from=2026-11-17T00:00:00Z&to=2026-11-21T00:00:00Z'],
    ['range', 'from=2026-07-01&to=2026-07-02', 'from=2026-07-01T23:00:00Z&to=2026-07-03T00:00:00Z'],
    ['range', 'from=2026-07-01&to=2026-07-02', 'from=2026-06-30T22:00:00Z&to=2026-07-01T00:00:00Z'],
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
