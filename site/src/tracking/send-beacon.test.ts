import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import { describe, expect, it } from 'vitest'
import { sendBeacon } from './send-beacon.ts'

const beacon: SentBeacon = {
  consent: { analytics: true, version: '2026-11', at: '2026-11-20T10:00:00.000Z' },
  session_id: 'session_1763632800000_k3j9x2',
  sent_at: '2026-11-20T10:00:01.000Z',
  events: [
    {
      type: 'page_view',
      event_id: '01934f5e-0000-4000-8000-000000000001',
      occurred_at: '2026-11-20T10:00:00.000Z',
      page_path: '/',
    },
  ],
}

type Answer = number | 'offline' | Response

function setUp(answers: Answer[], allowed: () => boolean = () => true) {
  const requests: { url: string; body: string }[] = []
  const pauses: number[] = []
  return {
    requests,
    pauses,
    surroundings: {
      allowed,
      wait: async (ms: number): Promise<void> => {
        pauses.push(ms)
      },
      fetch: (url: string, init: RequestInit) => {
        requests.push({ url, body: typeof init.body === 'string' ? init.body : '' })
        const answer = answers.shift() ?? 202
        if (answer === 'offline') return Promise.reject(new TypeError('Failed to fetch'))
        return Promise.resolve(typeof answer === 'number' ? new Response(null, { status: answer }) : answer)
      },
    },
  }
}

describe('sendBeacon', () => {
  it('posts the beacon once when the server takes it', async () => {
    const { requests, surroundings } = setUp([202])
    expect(await sendBeacon(beacon, surroundings)).toBe('delivered')
    expect(requests).toHaveLength(1)
    expect(requests[0]?.url).toBe('/api/events?s=session_1763632800000_k3j9x2')
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual(beacon)
  })

  it('repeats the same bytes, so the same event_id, after a lost connection and a busy server', async () => {
    const { requests, pauses, surroundings } = setUp(['offline', 503, 202])
    expect(await sendBeacon(beacon, surroundings)).toBe('delivered')
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    expect(pauses).toEqual([1_000, 4_000])
  })

  it('gives up after four attempts', async () => {
    const { requests, surroundings } = setUp(['offline', 500, 502, 503, 202])
    expect(await sendBeacon(beacon, surroundings)).toBe('lost')
    expect(requests).toHaveLength(4)
  })

  it.each([400, 403, 413, 415])('does not repeat what the server refuses with %i', async (status) => {
    const { requests, surroundings } = setUp([status])
    expect(await sendBeacon(beacon, surroundings)).toBe('refused')
    expect(requests).toHaveLength(1)
  })

  it('waits as long as the server asks, a minute at most', async () => {
    const busy = (seconds: string) => new Response(null, { status: 429, headers: { 'retry-after': seconds } })
    const { pauses, surroundings } = setUp([busy('9'), busy('3600'), 202])
    await sendBeacon(beacon, surroundings)
    expect(pauses).toEqual([9_000, 60_000])
  })

  it('sends nothing more once the reader withdrew', async () => {
    let granted = true
    const { requests, surroundings } = setUp(['offline', 202], () => granted)
    surroundings.wait = async () => {
      granted = false
    }
    expect(await sendBeacon(beacon, surroundings)).toBe('withdrawn')
    expect(requests).toHaveLength(1)
  })
})
