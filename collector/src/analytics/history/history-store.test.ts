import { expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import type { HistoryFile } from './history-file.ts'
import { conflictOf, contentsOf } from './history-store.ts'

/** Until 2 June in the magazine's zone. */
const FILE: HistoryFile = {
  provider: 'umami',
  report: 'Raw events',
  dimensions: ['total'],
  first_day: '2026-06-01',
  last_day: '2026-06-02',
  totals: [],
  digest: 'a',
  rows: [],
  leftOut: new Map(),
}

describePostgres('a conflict of imported files', (db) => {
  it.each([
    ['umami', /import first, and cut the files at midnight UK time \(23:00 UTC in summer\)/],
    ['plausible', /import first, or leave its days out of the file\.$/],
  ] as const)('says what to do about a day that is in two files of %s', async (provider, advice) => {
    const file = { ...FILE, provider }
    await db()
      .insertInto('history_imports')
      .values({
        ...contentsOf(file),
        file_name: 'one.csv',
        file_digest: file.digest,
        state: 'stored',
        imported_by: null,
        imported_at: new Date('2026-11-20T10:00:00Z'),
      })
      .execute()
    const next = { ...file, digest: 'b', first_day: '2026-06-02', last_day: '2026-06-03' }
    expect(await conflictOf(db(), next)).toMatch(advice)
    expect(await conflictOf(db(), { ...next, first_day: '2026-06-03' })).toBeNull()
  })
})
