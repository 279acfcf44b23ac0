import { Readable } from 'node:stream'
import { MAX_BEACON_BYTES } from '@half-measure/shared/events/beacon.ts'
import { aBeacon, aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { totalsOf } from '../spool/testing/totals.ts'
import { RequestLimits } from '../platform/http/rate-limit.ts'
import { EventsApp } from '../testing/events-app.ts'
import { embeddedOrigins as embedded, productionOrigins as production } from '../testing/origins.ts'
import { beaconOf, streamed } from '../testing/sized-beacon.ts'

const none = totalsOf({})

const refusal = (code: string) => ({ error: { code, message: expect.stringMatching(/\.$/) } })

describe('400 invalid_body', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', 'page_view'],
    ['half of it', JSON.stringify(aBeacon()).slice(0, -1)],
    ['an open text', '{"consent":"'],
    ['something behind it', `${JSON.stringify(aBeacon())}{}`],
    ['NULs', '\0\0\0'],
    ['NaN', '{"consent":NaN}'],
    ['a single quote', "{'consent':1}"],
    ['a list', JSON.stringify([aBeacon()])],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"beacon"'],
    ['a list 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000)],
  ])('for %s: counted as one', async (_, body) => {
    await using app = await EventsApp.open()
    const { status, json } = await app.post(body)
    expect(status).toBe(400)
    expect(json).toEqual(refusal('invalid_body'))
    expect(app.totals).toEqual(totalsOf({ rejected: { invalid_body: 1 } }))
  })

  it.each([
    ['a session that is none', { session_id: 'me' }, 'session_id: '],
    ['no session', { session_id: undefined }, 'session_id: '],
    ['a time of sending that is none', { sent_at: 'now' }, 'sent_at: '],
    ['events that are no list', { events: { 0: aPageView() } }, 'events: '],
    ['no events', { events: undefined }, 'events: '],
  ])('for %s, and says where', async (_, overrides, place) => {
    await using app = await EventsApp.open()
    const { status, json } = await app.post({ ...aBeacon(), ...overrides })
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { code: 'invalid_body', details: [expect.stringContaining(place)] } })
  })

  it('for 101 events: counted as 101', async () => {
    await using app = await EventsApp.open()
    const events = Array.from({ length: 101 }, () => aPageView())
    expect(await app.post(aBeacon({ events }))).toMatchObject({
      status: 400,
      json: { error: { code: 'invalid_body' } },
    })
    expect(app.totals).toEqual(totalsOf({ rejected: { invalid_body: 101 } }))
  })
})

describe('429 rate_limited', () => {
  it('for a network that has sent the bytes that it may have stored in a day, in however few events', async () => {
    await using app = await EventsApp.open(
      production,
      {},
      { limits: new RequestLimits(100_000, () => 0, 200_000) },
    )
    const page = () =>
      aPageView({
        page_path: `/${'x'.repeat(1_900)}`,
        page_title: 'x'.repeat(500),
        referrer: `https://a.test/${'x'.repeat(1_900)}`,
      })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await app.post(aBeacon({ events: Array.from({ length: 12 }, page) }))).status)
    expect(statuses).toEqual([202, 202, 202, 429, 429, 429])
    expect((await app.post(aBeacon(), { 'x-test-client': '192.0.2.7' })).status).toBe(202)
  })
})

describe('400 session_mismatch', () => {
  // Requests are routed by it: one event, sent under many, would reach and be stored by each of several collectors.
  it.each([
    ['another session', () => '?s=session_1763632800000_other1'],
    ['nobody', () => '?s='],
    ['the session and another', (s: string) => `?s=${s}&s=session_1763632800000_other1`],
    ['the session twice, as one', (s: string) => `?s=${s},${s}`],
  ])('where the URL names %s: counted, nothing stored', async (_, query) => {
    await using app = await EventsApp.open()
    const beacon = aBeacon({ events: [aPageView(), aClick()] })
    const { status, json } = await app.request(`/api/events${query(beacon.session_id)}`, {
      body: JSON.stringify(beacon),
    })
    expect(status).toBe(400)
    expect(json).toEqual(refusal('session_mismatch'))
    expect(app.totals).toEqual(totalsOf({ rejected: { session_mismatch: 2 } }))
    expect(await app.test.takeRows()).toEqual([])
  })
})

describe('403 consent_required', () => {
  const { consent } = aBeacon()

  it.each([
    ['no consent', undefined],
    ['null', null],
    ['a bare yes', true],
    ['a refusal', { ...consent, analytics: false }],
    ['a yes in words', { ...consent, analytics: 'true' }],
    ['a yes to nothing', { analytics: true, at: consent.at }],
    ['a yes at no time', { analytics: true, version: consent.version }],
    ['a yes at a time that is none', { ...consent, at: 'today' }],
  ])('for %s: nothing stored, its events counted', async (_, given) => {
    await using app = await EventsApp.open()
    const { status, json } = await app.post({
      ...aBeacon({ events: [aPageView(), aClick()] }),
      consent: given,
    })
    expect(status).toBe(403)
    expect(json).toEqual(refusal('consent_required'))
    expect(app.totals).toEqual(totalsOf({ rejected: { consent_required: 2 } }))
    expect(await app.test.takeRows()).toEqual([])
  })

  it('is judged before the rest of the body', async () => {
    await using app = await EventsApp.open()
    expect(await app.post({ session_id: 7, events: 'none' })).toMatchObject({
      status: 403,
      json: { error: { code: 'consent_required' } },
    })
    expect(app.totals).toEqual(totalsOf({ rejected: { consent_required: 1 } }))
  })

  it('is not got round by a __proto__', async () => {
    await using app = await EventsApp.open()
    const body = JSON.stringify({ ...aBeacon(), consent: undefined }).replace(
      '{',
      `{"__proto__":${JSON.stringify({ consent })},`,
    )
    expect((await app.post(body)).status).toBe(403)
    expect((await app.post(body.replace('__proto__', 'constructor'))).status).toBe(403)
    expect(({} as { consent?: unknown }).consent).toBeUndefined()
  })
})

describe('403 origin_not_allowed', () => {
  it.each([
    ['another site', 'https://elsewhere.test'],
    ['the dashboard', 'https://admin.halfmeasure.test'],
    ['the same name without TLS', 'http://halfmeasure.test'],
    ['the same name, another port', 'https://halfmeasure.test:8443'],
    ['a name that begins like ours', 'https://halfmeasure.test.evil.test'],
    ['a name that ends like ours', 'https://evil-halfmeasure.test'],
    ['a part of ours', 'https://www.halfmeasure.test'],
    ['a sandboxed document', 'null'],
    ['nothing', ''],
    ['loopback', 'http://localhost:8080'],
  ])('for %s: counted, and the body not read', async (_, origin) => {
    await using app = await EventsApp.open(production)
    const { status, json } = await app.post(aBeacon(), { Origin: origin })
    expect(status).toBe(403)
    expect(json).toEqual(refusal('origin_not_allowed'))
    expect(app.totals).toEqual(totalsOf({ rejected: { origin_not_allowed: 1 } }))
  })

  it('accepts the magazine, and requests without an Origin', async () => {
    await using app = await EventsApp.open(production)
    expect((await app.post(aBeacon(), { Origin: 'https://halfmeasure.test' })).status).toBe(202)
    expect((await app.post(aBeacon())).status).toBe(202)
  })

  it.each([
    ['http://localhost:8080'],
    ['http://127.0.0.1:8080'],
    ['http://[::1]:8080'],
    ['http://admin.localhost:8080'],
  ])('lets %s pass in the embedded default', async (origin) => {
    await using app = await EventsApp.open(embedded)
    expect((await app.post(aBeacon(), { Origin: origin })).status).toBe(202)
  })

  it.each([
    ['http://localhost:8081'],
    ['http://localhost'],
    ['https://localhost:8080'],
    ['http://127.0.0.2:8080'],
    ['http://localhost.evil.test:8080'],
    ['http://192.168.1.10:8080'],
    ['null'],
  ])('refuses %s in the embedded default', async (origin) => {
    await using app = await EventsApp.open(embedded)
    expect((await app.post(aBeacon(), { Origin: origin })).status).toBe(403)
  })

  it('sends no header that would let another site read the response', async () => {
    await using app = await EventsApp.open(production)
    const { headers } = await app.post(aBeacon(), { Origin: 'https://elsewhere.test' })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('413 body_too_large', () => {
  const tooMuch = beaconOf(MAX_BEACON_BYTES + 1)

  it.each([
    ['with a length', () => tooMuch, { 'Content-Length': String(MAX_BEACON_BYTES + 1) }],
    ['without a length', () => tooMuch, {}],
    ['in chunks', () => streamed(tooMuch), { 'Transfer-Encoding': 'chunked' }],
    ['of a megabyte', () => 'x'.repeat(1_000_000), { 'Content-Length': '1000000' }],
    ['in bytes rather than characters', () => tooMuch.slice(0, 30_000) + '🍺'.repeat(10_000), {}],
  ])('%s: counted, nothing stored', async (_, body, headers) => {
    await using app = await EventsApp.open()
    const { status, json } = await app.post(body(), headers)
    expect(status).toBe(413)
    expect(json).toEqual(refusal('body_too_large'))
    expect(app.totals).toEqual(totalsOf({ rejected: { body_too_large: 1 } }))
  })

  it('stops reading a body that does not end', async () => {
    await using app = await EventsApp.open()
    let sent = 0
    const endless = new Readable({
      read() {
        sent += 10_000
        this.push(Buffer.alloc(10_000))
      },
    })
    expect((await app.post(endless)).status).toBe(413)
    // What the sockets' buffers hold.
    expect(sent).toBeLessThan(50_000_000)
  })
})

describe('415', () => {
  it.each([
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/html'],
    ['text/plainly'],
    ['application/jsonp'],
    [''],
  ])('for %j', async (type) => {
    await using app = await EventsApp.open()
    const { status, json } = await app.post(aBeacon(), { 'Content-Type': type })
    expect(status).toBe(415)
    expect(json).toEqual(refusal('unsupported_media_type'))
    expect(app.totals).toEqual(none)
  })
})
