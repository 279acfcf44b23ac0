import { OUTBOX_KEY } from '@half-measure/shared/domain/consent.ts'
import { Beacon, type BeaconReceipt, MAX_BEACON_BYTES } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { createOutbox } from './outbox.ts'

type StubResponse = number | 'offline' | Response

/** Accepts everything, or refuses it with the status. */
function responseOf(status: number, rejected: BeaconReceipt['rejected'] = []): Response {
  const receipt: BeaconReceipt = { accepted: 1, duplicates: 0, rejected }
  return status === 202 ? Response.json(receipt, { status }) : new Response(null, { status })
}

function setUp(responses: StubResponse[] = [], storage = memoryStorage()) {
  const bodies: string[] = []
  const reader = { granted: true }
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    bodies.push(body)
    const response = responses.shift() ?? 202
    if (response === 'offline') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(typeof response === 'number' ? responseOf(response) : response)
  })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const delivered = vi.fn()
  const outbox = createOutbox({
    storage,
    delivered,
    grant: () => (reader.granted ? { version: '2026-10', at: '2026-11-20T10:00:00.000Z' } : undefined),
    sessionId: () => 'session_1763632800000_k3j9x2',
  })
  /** Of the events in each beacon; throws if the server's schemas refuse one. */
  const ids = () =>
    bodies.map((body) => Beacon.parse(JSON.parse(body)).events.map((event) => Event.parse(event).event_id))
  return { outbox, bodies, ids, storage, reader, delivered, warn }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the outbox', () => {
  it('gathers events into one beacon that the server’s schema takes', async () => {
    const { outbox, ids, storage } = setUp()
    const [view, click] = [aPageView(), aClick()]
    outbox.add(view)
    outbox.add(click)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ids()).toEqual([[view.event_id, click.event_id]])
    expect(storage.getItem(OUTBOX_KEY)).toBeNull()
  })

  it('names the version of the words that the reader accepted', async () => {
    const { outbox, bodies } = setUp()
    outbox.add(aPageView())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(Beacon.parse(JSON.parse(bodies[0] ?? '')).consent.version).toBe('2026-10')
  })

  it('says which events the server has rejected, and does not repeat them', async () => {
    const view = aPageView()
    const rejected = [{ index: 0, event_id: view.event_id, reason: 'erased' }]
    const { outbox, bodies, delivered } = setUp([responseOf(202, rejected)])
    outbox.add(view)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(bodies).toHaveLength(1)
    expect(delivered).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ events: [view] }), rejected)
  })

  it('repeats the same event_id after a lost connection and a busy server, and warns once', async () => {
    const { outbox, ids, delivered, warn } = setUp(['offline', 503, 202])
    const view = aPageView()
    outbox.add(view)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ids()).toEqual([[view.event_id], [view.event_id], [view.event_id]])
    expect(delivered).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ events: [view] }), [])
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('gives up after five attempts, and keeps the events for the next page of the tab', async () => {
    const first = setUp(Array.from<StubResponse>({ length: 9 }).fill(503))
    const view = aPageView()
    first.outbox.add(view)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(first.bodies).toHaveLength(5)

    const next = setUp([], first.storage)
    await next.outbox.flush()
    expect(next.ids()).toEqual([[view.event_id]])
    expect(first.storage.getItem(OUTBOX_KEY)).toBeNull()
  })

  it.each([400, 403, 413, 415])('does not repeat what the server refuses with %i', async (status) => {
    const { outbox, bodies, storage, delivered, warn } = setUp([status])
    outbox.add(aPageView())
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(bodies).toHaveLength(1)
    expect(storage.getItem(OUTBOX_KEY)).toBeNull()
    expect(delivered).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('waits as long as the server requests, a minute at most', async () => {
    const busy = (seconds: string) => new Response(null, { status: 429, headers: { 'retry-after': seconds } })
    const { outbox, bodies } = setUp([busy('9'), busy('3600'), 202])
    outbox.add(aPageView())
    await vi.advanceTimersByTimeAsync(9_000)
    expect(bodies).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(bodies).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(bodies).toHaveLength(3)
  })

  it('sends nothing more once the reader withdrew', async () => {
    const { outbox, bodies, reader, storage } = setUp(['offline'])
    outbox.add(aPageView())
    await vi.advanceTimersByTimeAsync(500)
    reader.granted = false
    outbox.clear()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(bodies).toHaveLength(1)
    expect(storage.getItem(OUTBOX_KEY)).toBeNull()
  })

  it('splits what is too much for one beacon, in order, and loses none', async () => {
    const { outbox, bodies, ids } = setUp()
    const events = Array.from({ length: 230 }, () =>
      aPageView({ referrer: `https://a.test/${'ä'.repeat(900)}` }),
    )
    for (const event of events) outbox.add(event)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ids().flat()).toEqual(events.map(({ event_id }) => event_id))
    for (const body of bodies) expect(new Blob([body]).size).toBeLessThan(60_000)
    expect(MAX_BEACON_BYTES).toBeGreaterThan(60_000)
  })

  it('never throws into the page where storage is full', () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    const { outbox, warn } = setUp([], full)
    expect(() => outbox.add(aPageView())).not.toThrow()
    expect(warn).toHaveBeenCalledTimes(1)
  })
})
