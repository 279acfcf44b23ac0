import { MAX_BEACON_BYTES } from '@half-measure/shared/events/beacon.ts'
import { aBeacon, aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { totalsOf } from '../spool/testing/totals.ts'
import { EventsApp } from '../testing/events-app.ts'
import { embeddedOrigins as embedded, productionOrigins as production } from '../testing/origins.ts'
import { beaconOf, streamed } from '../testing/sized-beacon.ts'

const none = totalsOf({})

describe('202', () => {
  it('names what is on disk', async () => {
    await using app = await EventsApp.open()
    const [first, second] = [aPageView(), aClick()]
    const { status, json } = await app.post(
      aBeacon({ events: [first, second, { ...aPageView({ event_id: 'none' }) }, first] }),
    )
    expect(status).toBe(202)
    expect(json).toEqual({
      accepted: 2,
      duplicates: 1,
      rejected: [{ index: 2, event_id: 'none', reason: 'invalid_event', detail: expect.any(String) }],
    })
    expect(app.totals).toEqual(totalsOf({ accepted: 2, duplicates: 1, rejected: { invalid_event: 1 } }))
    const rows = await app.test.takeRows()
    expect(rows.map(({ row }) => row['event_id'])).toEqual([first.event_id, second.event_id])
  })

  it.each([
    ['application/json'],
    ['text/plain'],
    ['text/plain;charset=UTF-8'],
    ['application/json; charset=utf-8'],
    ['Application/JSON'],
    ['text/plain ; charset=utf-8'],
  ])('for JSON as %s', async (type) => {
    await using app = await EventsApp.open()
    expect(await app.post(aBeacon(), { 'Content-Type': type })).toMatchObject({
      status: 202,
      json: { accepted: 1 },
    })
  })

  it.each([
    ['the session', (s: string) => `?s=${s}`],
    ['the session, encoded', (s: string) => `?s=${s.replace('_', '%5F')}`],
    ['nothing', () => ''],
    ['something else', () => '?from=footer'],
  ])('where the URL names %s', async (_, query) => {
    await using app = await EventsApp.open()
    const beacon = aBeacon()
    const { status } = await app.request(`/api/events${query(beacon.session_id)}`, {
      body: JSON.stringify(beacon),
    })
    expect(status).toBe(202)
  })

  it('for a beacon of no events', async () => {
    await using app = await EventsApp.open()
    expect(await app.post(aBeacon({ events: [] }))).toMatchObject({
      status: 202,
      json: { accepted: 0, duplicates: 0, rejected: [] },
    })
    expect(app.totals).toEqual(none)
  })

  it('for 100 events', async () => {
    await using app = await EventsApp.open()
    const events = Array.from({ length: 100 }, () => aPageView())
    expect(await app.post(aBeacon({ events }))).toMatchObject({ status: 202, json: { accepted: 100 } })
  })

  it('for exactly 64 KiB, with and without a length', async () => {
    await using app = await EventsApp.open()
    const body = beaconOf(MAX_BEACON_BYTES)
    expect(new TextEncoder().encode(body)).toHaveLength(65_536)
    expect((await app.post(body, { 'Content-Length': '65536' })).status).toBe(202)
    expect((await app.post(beaconOf(MAX_BEACON_BYTES))).status).toBe(202)
    expect((await app.post(streamed(beaconOf(MAX_BEACON_BYTES)))).status).toBe(202)
  })

  it('tells the row what the request says of the reader', async () => {
    await using app = await EventsApp.open()
    await app.post(aBeacon(), {
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/137.0.0.0 Safari/537.36',
      'Sec-CH-UA-Platform': '"macOS"',
      'Sec-CH-UA-Mobile': '?1',
      'X-Test-Client': '81.2.69.142',
    })
    const [kept] = await app.test.takeRows()
    expect(kept?.row).toMatchObject({
      browser: 'Chrome',
      os: 'macOS',
      device: 'mobile',
      country: 'GB',
      is_bot: 0,
    })
  })

  it('keeps 1,000 characters of a user agent', async () => {
    await using app = await EventsApp.open()
    await app.post(aBeacon(), { 'User-Agent': 'x'.repeat(5_000) })
    const [kept] = await app.test.takeRows()
    expect(kept?.row['user_agent']).toBe('x'.repeat(1_000))
  })

  it.each([
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
  ])('rejects each event of a page fetched ahead, by %s', async (name, value) => {
    await using app = await EventsApp.open()
    expect(await app.post(aBeacon(), { [name]: value })).toMatchObject({
      status: 202,
      json: { accepted: 0, rejected: [{ index: 0, reason: 'prefetch' }] },
    })
  })

  it('stores what a self-declared bot sends, with its flag', async () => {
    await using app = await EventsApp.open()
    await app.post(aBeacon(), {
      'User-Agent': 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    })
    const [kept] = await app.test.takeRows()
    expect(kept?.row).toMatchObject({ is_bot: 1 })
  })
})

describe('503 spool_full', () => {
  it('says when to come back, and takes the same beacon then', async () => {
    await using app = await EventsApp.open()
    app.test.files.fail({ operation: 'datasync', code: 'EIO' })
    const beacon = aBeacon()
    const { status, json, headers } = await app.post(beacon)
    expect(status).toBe(503)
    expect(json).toMatchObject({ error: { code: 'spool_full', details: { cause: 'spool_io' } } })
    expect(headers.get('Retry-After')).toBe('10')
    expect(app.totals).toEqual(none)

    expect(await app.post(beacon)).toMatchObject({ status: 202, json: { accepted: 1, duplicates: 0 } })
  })

  it('responds to a full spool the same way', async () => {
    await using app = await EventsApp.open(production, { maxBytes: 1_000 })
    const events = Array.from({ length: 20 }, () => aPageView())
    const { status, json, headers } = await app.post(aBeacon({ events }))
    expect(status).toBe(503)
    expect(json).toMatchObject({ error: { code: 'spool_full', details: { cause: 'spool_full' } } })
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('responds the same way if refusals cannot be counted', async () => {
    await using app = await EventsApp.open()
    app.test.files.fail({ operation: 'write', code: 'ENOSPC' })
    const { status, headers } = await app.post('no JSON')
    expect(status).toBe(503)
    expect(headers.get('Retry-After')).toBe('10')
    expect(app.totals).toEqual(none)
  })

  it('responds during the shutdown too', async () => {
    await using app = await EventsApp.open()
    await app.test.spool.close()
    expect(await app.post(aBeacon())).toMatchObject({
      status: 503,
      json: { error: { details: { cause: 'spool_closed' } } },
    })
  })
})

describe('every response', () => {
  const requests = [
    ['202', (app: EventsApp, headers = {}) => app.post(aBeacon(), headers)],
    ['400', (app: EventsApp, headers = {}) => app.post('no JSON', headers)],
    ['403', (app: EventsApp, headers = {}) => app.post(aBeacon(), { ...headers, Origin: 'null' })],
    ['413', (app: EventsApp, headers = {}) => app.post(beaconOf(MAX_BEACON_BYTES + 1), headers)],
    ['415', (app: EventsApp, headers = {}) => app.post(aBeacon(), { ...headers, 'Content-Type': 'a/b' })],
  ] as const

  it.each(requests)('has an id, and headers that keep it JSON and on https: %s', async (status, send) => {
    await using app = await EventsApp.open(production)
    const response = await send(app)
    expect(response.status).toBe(Number(status))
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('X-Request-Id')).not.toBe((await send(app)).headers.get('X-Request-Id'))
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Strict-Transport-Security')).toContain('max-age=')
  })

  it.each(requests)('has the id that it was sent with, where that is one: %s', async (_, send) => {
    await using app = await EventsApp.open(embedded)
    expect((await send(app, { 'X-Request-Id': 'from_a-proxy=7' })).headers.get('X-Request-Id')).toBe(
      'from_a-proxy=7',
    )
    const { headers } = await send(app, { 'X-Request-Id': 'two words' })
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('Strict-Transport-Security')).toBeNull()
  })
})

describe('the log', () => {
  it('is not written to by what clients send', async () => {
    await using app = await EventsApp.open(production)
    await app.post('no JSON')
    await app.post({ ...aBeacon(), consent: null })
    await app.post(aBeacon(), { Origin: 'null' })
    await app.post(beaconOf(MAX_BEACON_BYTES + 1))
    await app.post(aBeacon(), { 'Content-Type': 'text/html' })
    expect(app.lines).toEqual([])
  })
})
