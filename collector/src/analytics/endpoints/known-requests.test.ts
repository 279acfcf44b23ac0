import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import { refuseUnknownRequests } from './known-requests.ts'

const app = new Hono()
  .onError((error, c) =>
    error instanceof ApiError
      ? c.json({ code: error.code, details: error.details }, error.status as 400)
      : c.text('', 500),
  )
  .use('/api/stats/*', refuseUnknownRequests)
  .all('*', (c) => c.text('handled'))

const get = (path: string) => app.request(`/api/stats/${path}`)

describe('what the statistics API takes', () => {
  it.each([
    'query?from=a&to=b&tz=c&bots=d&metrics=e&by=f&interval=g&f=h&f=i&compare=j&order=k&search=l&limit=1&offset=2',
    'export.csv?from=a&to=b&by=page',
    'sessions?from=a&to=b&f=is,page,/&limit=1&cursor=x',
    'sessions/1234?at=2026-11-20T10:00:00Z',
    'realtime?f=is,device,mobile',
    'articles/pine-beer?from=a&to=b',
    'funnels',
    'funnels/0190a3a0-0000-7000-8000-000000000000',
    'funnels/result?from=a&to=b&step=c&step=d&window_minutes=5&by=device&f=is,page,/&compare=week',
    'affiliate/commissions?network=awin&before=2026-01-01',
    'affiliate/networks',
    'delivery',
  ])('%s', async (path) => {
    expect(await (await get(path)).text()).toBe('handled')
  })

  it.each([
    ['query?from=a&to=b&foo=1', ['foo: unknown parameter']],
    ['affiliate?by=page&interval=day', ['by: unknown parameter', 'interval: unknown parameter']],
    ['summary?exact=1', ['exact: unknown parameter']],
    ['sessions?by=page', ['by: unknown parameter']],
    [
      'query?from=a&to=b&metrics=sessions&metrics=goals&f=c&f=d',
      ['metrics: given more than once; separate metrics by commas'],
    ],
    [
      'funnels/result?from=a&from=b&to=c&step=d&step=e&x=1&x=2',
      ['from: given more than once', 'x: unknown parameter'],
    ],
  ])('not %s: 400, with the name', async (path, details) => {
    const response = await get(path)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ code: 'invalid_query', details })
  })

  it.each(['bogus', 'query/more', 'exportxcsv', 'retention', 'summary/'])('not %s: 404', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})
