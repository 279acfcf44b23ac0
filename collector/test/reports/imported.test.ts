import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstCountedDay } from '../../src/analytics/history/imported-figures.ts'
import { EventTables } from './event-tables.ts'

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open()
})
afterAll(() => tables[Symbol.asyncDispose]())

it('counting began on a day of the magazine’s zone, as the imported days are', async () => {
  const { queryRows } = tables.statistics
  expect(await firstCountedDay(queryRows, 'Europe/London')).toBeNull()
  const at = Date.parse('2026-07-31T23:30:00Z')
  await tables.insert('page_views', [
    { at: at + 3_600_000, session_id: `session_${at}_later`, page_path: '/' },
    { at, session_id: `session_${at}_first`, page_path: '/' },
  ])
  tables.statistics.invalidate()
  expect(await firstCountedDay(queryRows, 'Europe/London')).toBe('2026-08-01')
  expect(await firstCountedDay(queryRows, 'UTC')).toBe('2026-07-31')
})
