import { createHash } from 'node:crypto'
import type { FileProblem } from '@half-measure/shared/stats/file-problem.ts'
import type { HistoryDimension, HistoryProvider } from '@half-measure/shared/stats/imported-history.ts'
import { CsvError, type CsvRow, invalidCsv, MAX_PROBLEMS, readCsv } from '../read-csv.ts'
import { inSlices } from '../../platform/in-slices.ts'
import { DailySums, type HistoryRow } from './daily-sums.ts'
import { type HistoryReader, tableReader } from './read-table.ts'
import { ga4Table, onlyDay, plausibleTable } from './report-tables.ts'
import { UMAMI_COLUMNS, UMAMI_TOTALS, umamiReader } from './umami-events.ts'

/** A file of another analytics product, added up by day. */
export interface HistoryFile {
  readonly provider: HistoryProvider
  readonly report: string
  readonly dimensions: HistoryDimension[]
  /** ISO 8601. */
  readonly first_day: string
  readonly last_day: string
  /** By dimension, over all days. */
  readonly totals: readonly HistoryRow[]
  /** SHA-256 of its bytes, hexadecimal. */
  readonly digest: string
  readonly rows: readonly HistoryRow[]
  readonly leftOut: ReadonlyMap<string, number>
}

/** Years of a magazine's pages. Fits in memory along with everything else, in one insert, and in a backup. */
const MAX_ROWS = 200_000

/** A report has about ten comment lines above its table. */
const MAX_COMMENTS = 100

const NOT_RECOGNISED =
  'these columns are of no export that can be imported: Google Analytics 4’s reports by page, traffic source, country or device, Plausible’s imported_….csv, or Umami’s raw events'

/**
 * Recognises the product and its report, and reads the file as it arrives. Any wrong line rejects the whole file.
 *
 * @param today ISO 8601, in the magazine's time zone.
 * @param maxRows by day and value.
 * @throws {ApiError} 400 `invalid_csv` with the first fifty wrong lines.
 */
export async function readHistory(
  bytes: AsyncIterable<Uint8Array>,
  today: string,
  maxRows = MAX_ROWS,
): Promise<HistoryFile> {
  const digest = createHash('sha256')
  const hashed = (async function* () {
    for await (const chunk of bytes) {
      digest.update(chunk)
      yield chunk
    }
  })()
  const comments: string[] = []
  const problems: FileProblem[] = []
  let open: OpenTable | undefined
  let rows: HistoryRow[] = []
  let line = 1
  const expectAtMost = (size: number) => {
    if (size > maxRows) throw new CsvError(line, tooManyRows(maxRows))
  }
  const onComment = (text: string, commentLine: number) => {
    if (comments.push(text) > MAX_COMMENTS)
      throw new CsvError(commentLine, `more than ${MAX_COMMENTS} lines that begin with #`)
  }
  try {
    for await (const row of readCsv(hashed, onComment)) {
      line = row.line
      if (!open) open = openTable(row, comments, today)
      else {
        const problem = readRow(open, row)
        if (problem !== undefined) problems.push({ line: row.line, problem })
      }
      if (problems.length >= MAX_PROBLEMS) break
      expectAtMost(open.reader.size)
    }
    if (open && problems.length === 0) rows = await open.reader.rows()
    expectAtMost(rows.length)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    problems.push({ line: error.line, problem: error.message })
  }
  if (!open && problems.length === 0) problems.push({ line: 1, problem: 'the file is empty' })
  if (rows.length === 0 && problems.length === 0)
    problems.push({ line: 1, problem: 'there is nothing to import below the first line' })
  if (!open || problems.length > 0) throw invalidCsv(problems)
  const { provider, report, reader } = open
  const summary = await summarise(rows)
  return { provider, report, rows, ...summary, leftOut: reader.leftOut, digest: digest.digest('hex') }
}

/** @param rows at least one. */
async function summarise(rows: readonly HistoryRow[]) {
  const sums = new DailySums()
  let [first_day, last_day] = [rows[0]?.day ?? '', rows[0]?.day ?? '']
  for await (const slice of inSlices(rows)) {
    for (const row of slice) {
      sums.add({ ...row, day: '', value: '' })
      if (row.day < first_day) first_day = row.day
      if (row.day > last_day) last_day = row.day
    }
  }
  const totals = sums.rows
  return { dimensions: totals.map(({ dimension }) => dimension), first_day, last_day, totals }
}

const tooManyRows = (most: number) =>
  `more than ${most.toLocaleString('en-GB')} rows by day and value: export a shorter period, and the rest as further files`

interface OpenTable {
  readonly provider: HistoryProvider
  readonly report: string
  readonly names: readonly string[]
  readonly reader: HistoryReader
}

/** @throws {CsvError} if the columns belong to no report that can be imported. */
function openTable({ line, cells }: CsvRow, comments: readonly string[], today: string): OpenTable {
  const names = cells.map((name) => name.trim().toLowerCase())
  if (UMAMI_COLUMNS.every((name) => names.includes(name)))
    return { provider: 'umami', report: 'Raw events', names, reader: umamiReader(names, today) }
  if (UMAMI_TOTALS.every((name) => names.includes(name)))
    throw new CsvError(line, 'Umami’s totals have no days: export its raw events')
  const table = plausibleTable(names) ?? ga4Table(names, comments)
  if (!table) throw new CsvError(line, NOT_RECOGNISED)
  if ('problem' in table) throw new CsvError(line, table.problem)
  const { provider, report } = table
  return { provider, report, names, reader: tableReader(table, onlyDay(comments), today) }
}

/** @returns the problem with the row, if any. */
function readRow({ provider, names, reader }: OpenTable, { cells }: CsvRow): string | undefined {
  // Google Analytics 4 adds a row of totals, with an extra cell.
  if (provider === 'ga4' && cells.at(-1) === 'Grand total') return undefined
  if (cells.length !== names.length) {
    const another = provider === 'ga4' ? '; a file with several tables cannot be imported' : ''
    return `${cells.length} cells, where the first line has ${names.length}${another}`
  }
  return reader.read((name) => (cells[names.indexOf(name)] ?? '').trim())
}
