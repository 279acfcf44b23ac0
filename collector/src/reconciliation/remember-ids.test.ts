import type { ClickHouseClient } from '@clickhouse/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aClick, anAssignment, aPageView } from '@half-measure/shared/testing/events.ts'
import { SeenIds } from '../ingest/seen-ids.ts'
import { IdWindow } from '../spool/id-window.ts'
import { atNow, NOW } from '../testing/drafts.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import { rememberRetainedRows, rememberStoredRows, timeRanges } from './remember-ids.ts'

const HOUR = 3_600_000

describe('rememberRetainedRows', () => {
  it('knows every event and assignment of the kept segments again, inserted or not', async () => {
    await using test = await TestIngest.open()
    const events = [aPageView(), aClick(), anAssignment()].map((event) => ({
      ...event,
      occurred_at: atNow(),
    }))
    await test.send({ session_id: 'session_1_aaaa', events })
    await test.takeRows()
    const later = aPageView()
    await test.send({ events: [later] })

    const window = new IdWindow(1_000, () => {})
    const seen = new SeenIds(window)
    await rememberRetainedRows(seen, test.spool)
    for (const { event_id } of [...events, later]) expect(window.has(event_id)).toBe(true)
    expect(seen.hasAssignment('session_1_aaaa', 'review_page_layout')).toBe(true)
    expect(seen.hasAssignment('session_1_bbbb', 'review_page_layout')).toBe(false)
    // Four events and the mark of the assignment.
    expect(window.size).toBe(5)
  })

  it('knows nothing of an empty spool', async () => {
    await using test = await TestIngest.open()
    const window = new IdWindow(1_000, () => {})
    await rememberRetainedRows(new SeenIds(window), test.spool)
    expect(window.size).toBe(0)
  })
})

describe('rememberStoredRows', () => {
  it('lets beacons be accepted between the rows of a large hour', async () => {
    const chunks = 40
    const rowsEach = 500
    const id = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
    async function* stream() {
      for (let chunk = 0; chunk < chunks; chunk++)
        yield Array.from({ length: rowsEach }, (_, n) => ({
          json: () => ({
            event_id: id(chunk * rowsEach + n),
            at_ms: NOW,
            session_id: '',
            test_name: '',
          }),
        }))
    }
    const query = async ({ query }: { query: string }) => ({
      json: async () =>
        query.includes('GROUP BY hour_ms') ? [{ hour_ms: NOW, rows: chunks * rowsEach }] : [],
      stream,
    })
    const window = new IdWindow(100_000, () => {})
    let turns = 0
    const count = () => {
      turns++
      waiting = setImmediate(count)
    }
    let waiting = setImmediate(count)
    await rememberStoredRows(new SeenIds(window), { query } as unknown as ClickHouseClient, undefined, NOW)
    clearImmediate(waiting)
    expect(window.size).toBe(chunks * rowsEach)
    expect(turns).toBeGreaterThanOrEqual(chunks)
  })
})

describe('timeRanges', () => {
  const hours = (...rows: number[]) => rows.map((rows, i) => ({ hour_ms: NOW + i * HOUR, rows }))

  it('joins hours while their rows fit', () => {
    expect(timeRanges(hours(5, 5, 1, 9, 1), 10)).toEqual([
      { from: NOW, to: NOW + 2 * HOUR },
      { from: NOW + 2 * HOUR, to: NOW + 4 * HOUR },
      { from: NOW + 4 * HOUR, to: NOW + 5 * HOUR },
    ])
  })

  it('leaves an hour that is too large by itself', () => {
    expect(timeRanges(hours(1, 50, 1), 10)).toEqual([
      { from: NOW, to: NOW + HOUR },
      { from: NOW + HOUR, to: NOW + 2 * HOUR },
      { from: NOW + 2 * HOUR, to: NOW + 3 * HOUR },
    ])
  })

  it('asks for nothing where there is nothing', () => {
    expect(timeRanges([], 10)).toEqual([])
  })

  it('covers every hour once, in order, whatever their sizes and gaps', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 })))
    fc.assert(
      fc.property(some, (steps) => {
        let at = NOW
        const given = steps.map(([gap, rows]) => ({ hour_ms: (at += gap * HOUR), rows }))
        const found = timeRanges(given, 20)
        for (const { hour_ms } of given) {
          expect(found.filter(({ from, to }) => from <= hour_ms && hour_ms + HOUR <= to)).toHaveLength(1)
        }
        for (const [i, { from }] of found.entries())
          expect(from).toBeGreaterThanOrEqual(found[i - 1]?.to ?? 0)
      }),
    )
  })
})
