import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { describe, expect, it } from 'vitest'
import { aClick, anAssignment, aPageView } from '@half-measure/shared/testing/events.ts'
import { SeenIds } from '../ingest/seen-ids.ts'
import { IdWindow } from '../spool/id-window.ts'
import { atNow, NOW } from '../testing/drafts.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import { rememberRetainedRows, rememberStoredRows } from './remember-ids.ts'

describe('rememberRetainedRows', () => {
  it('knows every event and assignment of the retained segments again, inserted or not', async () => {
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
    // Four events and the mark of the assignment.
    expect(window.size).toBe(5)
    const assigned = (session: string) =>
      !seen.addAssignment(randomUUID(), session, 'review_page_layout', NOW)
    expect(['session_1_aaaa', 'session_1_bbbb'].map(assigned)).toEqual([true, false])
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
      json: async () => (query.includes('GROUP BY at') ? [{ at: NOW, rows: chunks * rowsEach }] : []),
      stream,
    })
    const window = new IdWindow(100_000, () => {})
    let turns = 0
    const count = () => {
      turns++
      waiting = setImmediate(count)
    }
    let waiting = setImmediate(count)
    await rememberStoredRows(new SeenIds(window), { query } as unknown as ClickHouseClient)
    clearImmediate(waiting)
    expect(window.size).toBe(chunks * rowsEach)
    expect(turns).toBeGreaterThanOrEqual(chunks)
  })
})
