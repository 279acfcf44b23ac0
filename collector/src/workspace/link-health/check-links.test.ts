import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LinkHealth, type SiteLinks } from '@half-measure/shared/stats/link-health.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import { testOutbox, waitingEmails } from '../../email/testing/test-outbox.ts'
import { createLogger } from '../../platform/logger.ts'
import { reportRoutes } from '../report-routes.ts'
import { checkLinks } from './check-links.ts'
import { linkHealthRoutes } from './link-health.ts'

const site = 'https://magazine.test'
const dashboard = 'https://admin.magazine.test'
const night = (n: number) => new Date(Date.UTC(2026, 10, n, 3))

describePostgres('the nightly check of links', (db) => {
  /** Statuses of the sites, by path; 200 by default. */
  const statuses = new Map<string, number>()
  let requested: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    if (path.startsWith('/go/'))
      return void response.writeHead(302, { location: path.replace('/go/', '/partners/') }).end()
    const status = statuses.get(path) ?? 200
    if (status === 0) return void response.destroy()
    response.writeHead(status).end()
  })
  let served = ''
  let shop = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    served = `http://127.0.0.1:${port}`
    shop = `http://localhost:${port}`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  beforeEach(() => {
    statuses.clear()
    requested = []
  })

  const linksTo = (...hrefs: string[]): SiteLinks =>
    hrefs.map((href) => ({ href, pages: ['/articles/pine-beer', '/reviews/top-5'] }))
  const patient = { timeoutMs: 60_000, headTimeoutMs: 60_000 }
  const options = {
    site,
    dashboard,
    titles: [{ path: '/articles/pine-beer', title: 'Drinking a Christmas Tree' }],
    outbox: testOutbox,
    webhooks: [{ kind: 'json', url: 'http://hook.test' }] as const,
    log: createLogger('silent'),
    signal: new AbortController().signal,
    probing: { isAllowed: () => true, ...patient },
    pauseMs: 0,
  }
  const check = (links: SiteLinks, n: number) => checkLinks({ ...options, db: db(), links, served }, night(n))
  const turnOnAlerts = async () => {
    const { app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route(
        '/api/reports',
        reportRoutes(audience, { runStatsQuery: never, delivery: never, titles: [], webhooks: [] }, admin),
      ),
    )
    await app.call('PATCH', '/api/reports/settings', { bearer, body: { alerts: true } })
  }
  const posts = async () => {
    const rows = await db().selectFrom('alert_posts').selectAll().orderBy('created_at').execute()
    return rows.map(({ body }) => JSON.parse(body) as object)
  }
  const health = async (links: SiteLinks) => {
    const { app, bearer } = await openAdminApp(db(), (app, { admin }) =>
      app.route(
        '/api/stats/links',
        linkHealthRoutes(
          { db: db(), links, isChecking: true, clicks: async () => new Map([[`${shop}/b`, 7]]) },
          admin,
        ),
      ),
    )
    return LinkHealth.parse((await app.call('GET', '/api/stats/links', { bearer })).json)
  }

  it('stores what came of each link, and shows what is dead first, then the most clicked', async () => {
    const links = linksTo(`${shop}/a`, `${shop}/b`, `${shop}/gone`, `${shop}/private`, '/go/pale')
    statuses.set('/gone', 404).set('/private', 403)
    await check(links, 1)
    await check(links, 2)
    const { links: listed, checked_at } = await health([...links, ...linksTo('https://new.test/')])
    expect(checked_at).toBe(night(2).toISOString())
    expect(listed.map(({ href, state, clicks }) => [href, state, clicks])).toEqual([
      [`${shop}/gone`, 'dead', 0],
      [`${shop}/private`, 'refused', 0],
      [`${shop}/b`, 'working', 7],
      ['/go/pale', 'working', 0],
      [`${shop}/a`, 'working', 0],
      ['https://new.test/', 'unchecked', 0],
    ])
    expect(listed[0]).toMatchObject({
      failing_since: night(1).toISOString(),
      check: { at: night(2).toISOString(), status: 404, problem: null, url: `${shop}/gone`, redirects: 0 },
    })
    // As readers know it, not as this process reaches it.
    expect(listed[3]?.check).toMatchObject({ url: `${site}/partners/pale`, redirects: 1, status: 200 })
  })

  it('sends notice once when links die, and once when they are back', async () => {
    await turnOnAlerts()
    const links = linksTo(`${shop}/a`, `${shop}/b`)
    for (const [n, [a, b]] of Object.entries([
      [404, 0],
      [404, 500],
      [404, 404],
      [200, 404],
      [200, 200],
    ])) {
      statuses.set('/a', a ?? 200).set('/b', b ?? 200)
      await check(links, Number(n) + 1)
    }
    expect((await waitingEmails(db())).map(({ subject }) => subject)).toEqual([
      '2 links are dead',
      `A dead link works again: ${shop}/a`,
      `A dead link works again: ${shop}/b`,
    ])
    expect(await posts()).toMatchObject([
      {
        event: 'links.dead',
        url: `${dashboard}/admin/links`,
        links: [
          { href: `${shop}/a`, status: 404, problem: null },
          { href: `${shop}/b`, status: 500 },
        ],
      },
      { event: 'links.back', text: `${shop}/a: 200, on Drinking a Christmas Tree and 1 other page.` },
      { event: 'links.back' },
    ])
  })

  it('sends notice of a dead link that no page has any more, and of no other', async () => {
    await turnOnAlerts()
    statuses.set('/a', 404)
    for (const n of [1, 2]) await check(linksTo(`${shop}/a`, `${shop}/b`, `${shop}/c`), n)
    for (const n of [3, 4]) await check(linksTo(`${shop}/c`), n)
    const title = `A dead link is no longer on any page: ${shop}/a`
    expect((await waitingEmails(db())).map(({ subject }) => subject)).toEqual([
      `A link is dead: ${shop}/a`,
      title,
    ])
    expect(await posts()).toMatchObject([
      { event: 'links.dead' },
      {
        event: 'links.back',
        title,
        text: `${shop}/a: 404 at the last check.`,
        links: [{ href: `${shop}/a`, pages: [], status: 404, problem: null }],
      },
    ])
  })

  it('is made once a night, whichever collectors begin', async () => {
    const links = linksTo(`${shop}/a`)
    await check(links, 1)
    await check(links, 1)
    expect(requested).toEqual(['/a'])
    await check(links, 2)
    expect(requested).toEqual(['/a', '/a'])
  })

  it('forgets links that no page has any more', async () => {
    await check(linksTo(`${shop}/a`, `${shop}/b`), 1)
    await check(linksTo(`${shop}/b`), 2)
    const rows = await db().selectFrom('link_checks').select('href').execute()
    expect(rows).toEqual([{ href: `${shop}/b` }])
  })

  it('records nothing in a night in which no site responds, which is our own fault', async () => {
    const links = linksTo('http://a.invalid/', 'http://b.invalid/', 'http://c.invalid/', '/go/pale')
    await check(links, 1)
    expect((await health(links)).checked_at).toBeNull()
  })

  it('reaches no private address', async () => {
    const links = linksTo(`${shop}/a`, `${served}/b`, '/go/pale')
    await checkLinks({ ...options, probing: patient, db: db(), links, served }, night(1))
    const { links: listed } = await health(links)
    expect(listed.map(({ href, check }) => [href, check?.problem])).toEqual([
      [`${served}/b`, 'address_not_allowed'],
      [`${shop}/a`, 'address_not_allowed'],
      ['/go/pale', null],
    ])
    expect(requested).toEqual(['/go/pale', '/partners/pale'])
  })
})

const never = () => Promise.reject(new Error('no query is expected'))
