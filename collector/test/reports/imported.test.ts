import { afterAll, beforeAll, expect, it } from 'vitest'
import { dateTime64 } from '../../src/events/date-time64.ts'
import { firstCountedDay } from '../../src/analytics/history/imported-figures.ts'
import { EventTables } from './event-tables.ts'

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open()
})
afterAll(() => tables[Symbol.asyncDispose]())

it('counting began on a day of the magazine’s zone, as the imported days are', async () => {
  const { queryRows } = tables.statistics
  expect(await firstCountedDay(queryRows)).toBeNull()
  const at = Date.parse('2026-07-31T23:30:00Z')
  await tables.insert('page_views', [
    { at: at + 3_600_000, session_id: `session_${at}_later`, page_path: '/' },
    { at, session_id: `session_${at}_first`, page_path: '/' },
  ])
  tables.statistics.invalidate()
  expect(await firstCountedDay(queryRows)).toBe('2026-08-01')

  // A phone whose clock is three days slow.
  const slow = { at: at - 3 * 86_400_000, received_at: dateTime64(at), session_id: `session_${at}_slow` }
  await tables.insert('page_views', [{ ...slow, page_path: '/' }])
  tables.statistics.invalidate()
  expect(await firstCountedDay(queryRows)).toBe('2026-08-01')
})
