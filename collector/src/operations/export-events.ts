import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EVENT_TABLES } from '../events/event-tables.ts'
import { unlessAborted } from '../platform/deadline.ts'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import { runQuery, runQueryForFile } from '../warehouse/clickhouse/query.ts'
import {
  countRows,
  type ExportedDay,
  type ExportQueries,
  exportCsv,
  exportParquet,
} from '../warehouse/export-events.ts'

export interface ExportOptions {
  /** Gets `<table>/<day>.<format>`; days without events have no file. */
  readonly folder: string
  /** Both days are included, in UTC. */
  readonly from: string
  readonly to: string
  readonly format: 'csv' | 'parquet'
}

/** Writes raw events into files, atomically. Replaces files of an earlier export. */
export async function exportEvents(
  { reader }: Pick<ClickHouse, 'reader'>,
  { folder, from, to, format }: ExportOptions,
  progress: (line: string) => void,
  stop: AbortSignal,
): Promise<{ files: number; rows: number }> {
  const queries: ExportQueries = {
    queryRows: (query, signal) => runQuery(reader, query, signal),
    queryFile: (query, signal) => runQueryForFile(reader, query, signal),
  }
  const written = { files: 0, rows: 0 }
  for (const day of daysBetween(from, to))
    for (const table of EVENT_TABLES) {
      stop.throwIfAborted()
      const exported = { table, day }
      const rows = await countRows(queries, exported)
      if (rows === 0) continue
      await writeFileAtomically(
        join(folder, table),
        `${day}.${format}`,
        await unlessAborted(stop, contentOf(exported)),
        stop,
      )
      written.files++
      written.rows += rows
      progress(`${day} ${table}: ${rows} rows`)
    }
  return written

  async function contentOf(exported: ExportedDay): Promise<Readable> {
    return format === 'csv'
      ? Readable.from(exportCsv(queries, exported, stop))
      : Readable.from([await exportParquet(queries, exported)])
  }
}

async function writeFileAtomically(
  folder: string,
  name: string,
  content: Readable,
  stop: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `${name}.unfinished`)
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flush: true }), { signal: stop })
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  return Array.from({ length: first.until(last).days + 1 }, (_, days) => first.add({ days }).toString())
}
