import { describe, expect, it } from 'vitest'
import { pipeline } from '../src/ingest/pipeline.ts'
import { SeenIds } from '../src/ingest/seen-ids.ts'
import { IdWindow } from '../src/spool/id-window.ts'
import { TestIngest } from '../src/testing/test-ingest.ts'
import { traffic } from './traffic.ts'
import { listedArticles } from './testing/listed-articles.ts'
import { bulkLoad, writeThroughPath, Written } from './write.ts'
import { totalsOf } from '../src/spool/testing/totals.ts'

const UNTIL = Date.parse('2026-11-20T12:00:00.000Z')

const OPTIONS = {
  seed: 1,
  days: 60,
  sessions: 600,
  until: UNTIL,
  siteOrigin: 'https://halfmeasure.test',
  articles: listedArticles(UNTIL),
}

const never = new AbortController().signal
const builder = { markLate: async () => {} }

interface KeptBatch {
  readonly id: string
  readonly tables: { readonly table: string; readonly count: number; readonly lines: string[] }[]
}

/** Bulk loads into a list instead of a database. */
async function bulkLoaded(sessions = traffic(OPTIONS), stop = never) {
  const batches: KeptBatch[] = []
  const seen = new SeenIds(new IdWindow(Infinity, () => {}))
  const steps = pipeline({
    seen,
    siteHost: 'halfmeasure.test',
    isErased: () => false,
    countryOf: (address) => (address === '81.2.69.142' ? 'GB' : ''),
  })
  const written = new Written()
  const reconciliation = {
    async importRows(id: string, tables: readonly { table: string; count: number; bytes: Buffer }[]) {
      const copies = tables.map(({ table, count, bytes }) => ({
        table,
        count,
        lines: bytes.toString().trimEnd().split('\n'),
      }))
      // As a database would, it takes its time while the next batch is filled.
      await new Promise((resolve) => setTimeout(resolve, 5))
      for (const [index, { bytes }] of tables.entries()) {
        expect(bytes.toString().trimEnd().split('\n')).toEqual(copies[index]?.lines)
      }
      batches.push({ id, tables: copies })
    },
  }
  await bulkLoad(reconciliation, { steps, collectorId: 'a-collector' }, sessions, written, stop)
  return { batches, written }
}

function rowsByTable(batches: readonly KeptBatch[]): Map<string, string[]> {
  const rows = new Map<string, string[]>()
  for (const { tables } of batches) {
    for (const { table, lines } of tables) {
      const bare = lines.map((line) => line.replace(/^\["[^"]+",/, '['))
      rows.set(table, [...(rows.get(table) ?? []), ...bare])
    }
  }
  return rows
}

/** Traffic that is stopped when its writer reaches a session. */
function stoppedAt(session: number) {
  const stop = new AbortController()
  const stopping = function* () {
    for (const [index, beacons] of [...traffic(OPTIONS)].entries()) {
      if (index === session) stop.abort()
      yield beacons
    }
  }
  return { stopping: stopping(), signal: stop.signal }
}

describe('writing seeded traffic', () => {
  it('writes the same rows in bulk as through the ingestion path, for the same seed', async () => {
    const { batches, written } = await bulkLoaded()
    await using test = await TestIngest.open()
    const throughPath = new Written()
    await writeThroughPath(test.ingest, test.spool, builder, traffic(OPTIONS), throughPath, never)

    const rows = new Map<string, string[]>()
    for (const { table, row } of await test.takeRows()) {
      const [, ...rest] = Object.values(row)
      rows.set(table, [...(rows.get(table) ?? []), JSON.stringify(rest)])
    }
    const bulkLoadedRows = rowsByTable(batches)
    expect([...bulkLoadedRows.keys()].sort()).toEqual([...rows.keys()].sort())
    // Beacons that are under way together may overtake each other.
    for (const [table, lines] of bulkLoadedRows) expect(lines.sort()).toEqual(rows.get(table)?.sort())
    expect(written).toEqual(throughPath)
    expect(test.spool.totals).toEqual(totalsOf({ accepted: written.events, duplicates: 0, rejected: {} }))
  })

  it('writes the same rows in each run', async () => {
    expect(rowsByTable((await bulkLoaded()).batches)).toEqual(rowsByTable((await bulkLoaded()).batches))
  })

  it('gives each batch an id that all its rows carry, and starts a new one each month', async () => {
    const { batches } = await bulkLoaded()
    expect(new Set(batches.map(({ id }) => id)).size).toBe(batches.length)
    // 60 days up to 20 November: September, October, November.
    expect(batches.length).toBe(3)
    for (const { id, tables } of batches) {
      for (const { count, lines } of tables) {
        expect(lines.length).toBe(count)
        for (const line of lines) expect(line.startsWith(`["${id}","`)).toBe(true)
      }
    }
  })

  it('counts only what was written when it is stopped', async () => {
    const { stopping, signal } = stoppedAt(500)
    const { batches, written } = await bulkLoaded(stopping, signal)
    const rows = batches.flatMap(({ tables }) => tables).reduce((sum, { count }) => sum + count, 0)
    expect(written.events).toBe(rows)
    expect(written.sessions).toBeGreaterThan(0)
    expect(written.sessions).toBeLessThan(600)
  })

  it('marks every session on the ingestion path as late before accepting any of it', async () => {
    await using test = await TestIngest.open()
    const marked: { ids: readonly string[]; firstAt: number; accepted: number }[] = []
    const markLate = async (ids: readonly string[], firstAt: number) => {
      marked.push({ ids, firstAt, accepted: test.spool.totals.accepted })
    }
    const sessions = [...traffic({ ...OPTIONS, sessions: 1_500 })]
    await writeThroughPath(test.ingest, test.spool, { markLate }, sessions, new Written(), never)

    expect(marked.flatMap(({ ids }) => ids)).toEqual(sessions.map(([first]) => first?.sent.session_id))
    const eventsIn = (some: typeof sessions) => some.flat().flatMap(({ sent }) => sent.events).length
    let begin = 0
    for (const { ids, firstAt, accepted } of marked) {
      expect(accepted).toBeLessThanOrEqual(eventsIn(sessions.slice(0, begin)))
      const received = sessions
        .slice(begin, (begin += ids.length))
        .map(([first]) => first?.request.receivedAt)
      expect(received).toContain(firstAt)
      expect(firstAt).toBeLessThanOrEqual(Math.min(...received.map((at) => at ?? 0)))
    }
    expect(marked.length).toBeGreaterThan(1)
  })

  it('stops on the ingestion path with everything acknowledged counted', async () => {
    const { stopping, signal } = stoppedAt(300)
    await using test = await TestIngest.open()
    const written = new Written()
    await writeThroughPath(test.ingest, test.spool, builder, stopping, written, signal)
    expect(written.events).toBeGreaterThan(0)
    expect(written.sessions).toBeLessThan(600)
    expect(test.spool.totals.accepted).toBe(written.events)
  })

  it('fails if the database does, and has counted what was written before', async () => {
    const steps = pipeline({
      seen: new SeenIds(new IdWindow(Infinity, () => {})),
      siteHost: 'halfmeasure.test',
      isErased: () => false,
      countryOf: () => '',
    })
    const written = new Written()
    let batches = 0
    const reconciliation = {
      async importRows() {
        if (++batches === 2) throw new Error('the disk of the database is full')
      },
    }
    const deciding = { steps, collectorId: 'a-collector' }
    await expect(bulkLoad(reconciliation, deciding, traffic(OPTIONS), written, never)).rejects.toThrow(
      'is full',
    )
    expect(written.sessions).toBeGreaterThan(0)
    expect(written.sessions).toBeLessThan(600)
  })
})
