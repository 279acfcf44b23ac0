import { Summary } from '@half-measure/shared/stats/overview.ts'
import { aBeacon, aClick, aConversion, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { queryRows } from './faults/harness/stored-rows.ts'
import { TestStack } from './test-stack.ts'

const iso = (at: number) => new Date(at).toISOString()

let stack: TestStack

beforeAll(async () => {
  stack = await TestStack.open()
})

afterAll(() => stack[Symbol.asyncDispose]())

/** The result of a statistics endpoint for one millisecond. */
async function getStatsAt(path: string, at: number, more: Record<string, string> = {}): Promise<unknown> {
  const { status, json } = await stack.stats(path, { from: iso(at), to: iso(at + 1), ...more })
  expect(status).toBe(200)
  return json
}

describe('an event', () => {
  it('appears in the figures after it was acknowledged', async () => {
    const at = Date.now()
    const { json } = await stack.post(
      '/api/events',
      aBeacon({ events: [aPageView({ occurred_at: iso(at) })] }),
    )
    expect(json).toMatchObject({ accepted: 1 })
    await expect.poll(async () => Summary.parse(await getStatsAt('summary', at)).page_views).toBe(1)
  })

  it('is stored at a clamped time if its clock is wrong', async () => {
    const wrong = [
      aClick({ occurred_at: '2016-01-01T00:00:00Z' }),
      aClick({ occurred_at: '2046-01-01T00:00:00Z' }),
    ]
    const session_id = 'session_1_wrongclock'
    const consent = { analytics: true, version: '2026-11', at: '2016-01-01T00:00:00Z' } as const
    const before = Date.now()
    await stack.post('/api/events', aBeacon({ session_id, consent, events: wrong }))
    const after = Date.now()
    await stack.untilStored()
    const rows = await queryRows<{ off: number | string; received: number | string }>(
      stack.context.clickhouse.reader,
      `SELECT toUnixTimestamp64Milli(created_at) - toUnixTimestamp64Milli(received_at) AS off,
        toUnixTimestamp64Milli(received_at) AS received FROM analytics.click_events
        WHERE session_id = 'session_1_wrongclock' ORDER BY created_at`,
    )
    expect(rows.map(({ off }) => Number(off))).toEqual([-7 * DAY_MS, 5 * 60_000])
    for (const { received } of rows) {
      expect(Number(received)).toBeGreaterThanOrEqual(before)
      expect(Number(received)).toBeLessThanOrEqual(after)
    }
  })

  it('names the collector that accepted it', async () => {
    const session_id = 'session_1_namedcollector'
    await stack.post('/api/events', aBeacon({ session_id, events: [aPageView()] }))
    await stack.untilStored()
    const { clickhouse, events } = stack.context
    const rows = await queryRows(
      clickhouse.reader,
      `SELECT collector_id FROM analytics.page_views WHERE session_id = '${session_id}'`,
    )
    expect(rows).toEqual([{ collector_id: events.ingest.collectorId }])
    expect(events.ingest.collectorId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['SQL', "'; DROP TABLE analytics.page_views; --"],
    ['a template', '${7*7} {{7*7}} <%= 7*7 %> {from: String}'],
    ['a formula', '=HYPERLINK("https://evil.test","x")'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['what had to be replaced', '\uD800 and \0'],
    ['escapes', 'back\\slash "quote" \t tab \n line'],
    ['other scripts', 'пиво 啤酒 🍺 \u202Eback'],
  ])('keeps %s as text', async (_, text) => {
    const at = Date.now() - 10_000
    const session_id = 'session_1_hostile'
    const name = text.slice(0, 64)
    const events = [
      aClick({ occurred_at: iso(at), element_type: name, element_id: name, click_data: { [text]: text } }),
      aConversion({ occurred_at: iso(at), product_name: text, value: 0.1 + 0.2, currency: 'GBP' }),
    ]
    expect((await stack.post('/api/events', aBeacon({ session_id, events }))).json).toMatchObject({
      accepted: 2,
    })
    await stack.untilStored()
    const clean = name.toWellFormed().replaceAll('\0', '\uFFFD')
    // Figures are up to a second old.
    await expect
      .poll(() => getStatsAt('top-elements', at, { limit: '100' }))
      .toContainEqual({ element: `${clean}:${clean}`, clicks: 1 })
    expect(await stack.delivery()).toMatchObject({ dead_letters: 0, pending: 0 })
  })

  it.each([[1e-7], [5e-324], [0.1 + 0.2], [999_999.9999999999], [123_456.78901234567], [1_000_000]])(
    'stores a value of %d, whatever its digits',
    async (value) => {
      const { event_id, ...conversion } = aConversion({ value, currency: 'GBP' })
      await stack.post('/api/events', aBeacon({ events: [{ event_id, ...conversion }] }))
      await stack.untilStored()
      const [row] = await queryRows<{ value: number }>(
        stack.context.clickhouse.reader,
        `SELECT value FROM analytics.conversion_events WHERE event_id = '${event_id}'`,
      )
      expect(Math.abs(Number(row?.value) - value)).toBeLessThan(0.000_1)
    },
  )
})
