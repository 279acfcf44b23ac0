import { CommissionLine } from '@half-measure/shared/stats/affiliate-commission.ts'
import type { FileProblem } from '@half-measure/shared/stats/file-problem.ts'
import { dayAt, startOfDay } from '../local-day.ts'
import { CsvError, type CsvRow, invalidCsv, MAX_PROBLEMS, readCsv } from '../read-csv.ts'

/** Fits in memory along with everything else, and in one transaction. */
const MAX_ROWS = 50_000

const COLUMNS = Object.keys(CommissionLine.shape)
const REQUIRED = COLUMNS.filter((name) => name !== 'status')

/** A commission from a file, with its time resolved. */
export interface Commission extends Omit<CommissionLine, 'occurred_at'> {
  readonly occurred_at: Date
}

/** The day of the earliest possible purchase. */
const EARLIEST = '2000-01-01'

/**
 * Reads a file of commissions as it arrives. Any wrong line rejects the whole file.
 *
 * @throws {ApiError} 400 `invalid_csv` with the first fifty wrong lines.
 */
export async function readCommissions(bytes: AsyncIterable<Uint8Array>, now: Date): Promise<Commission[]> {
  // Tomorrow has begun where some networks are.
  const possible = { from: momentOf(EARLIEST), to: new Date(startOfDay(dayAt(now.getTime()), 2)) }
  const commissions: Commission[] = []
  const problems: FileProblem[] = []
  const lineOfKey = new Map<string, number>()
  let names: readonly string[] | undefined
  try {
    for await (const row of readCsv(bytes)) {
      if (names === undefined) {
        names = columnNames(row)
        continue
      }
      const read = readLine(names, row, possible)
      if ('problem' in read) problems.push(read)
      else {
        const earlier = lineOfKey.get(read.row_key)
        if (earlier !== undefined)
          problems.push({ line: row.line, problem: `row_key: ${read.row_key} is on line ${earlier} already` })
        lineOfKey.set(read.row_key, row.line)
        commissions.push(read)
      }
      if (problems.length >= MAX_PROBLEMS) break
      if (commissions.length > MAX_ROWS)
        throw new CsvError(row.line, `more than ${MAX_ROWS} commissions: split the file`)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    problems.push({ line: error.line, problem: error.message })
  }
  if (names === undefined && problems.length === 0) problems.push({ line: 1, problem: 'the file is empty' })
  if (problems.length > 0) throw invalidCsv(problems)
  return commissions
}

function columnNames({ line, cells }: CsvRow): string[] {
  const names = cells.map((name) => name.trim().toLowerCase())
  const missing = REQUIRED.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new CsvError(line, `there is no column ${missing.join(', ')}`)
  const twice = COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) throw new CsvError(line, `the column ${twice} is there twice`)
  return names
}

function readLine(
  names: readonly string[],
  { line, cells }: CsvRow,
  possible: { readonly from: Date; readonly to: Date },
): Commission | FileProblem {
  if (cells.length !== names.length)
    return { line, problem: `${cells.length} cells, where the first line has ${names.length}` }
  const entries = names.flatMap((name, i) =>
    COLUMNS.includes(name) ? [[name, (cells[i] ?? '').trim()] as const] : [],
  )
  const read = CommissionLine.safeParse(Object.fromEntries(entries))
  if (!read.success) {
    const problem = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    return { line, problem }
  }
  const { occurred_at: given } = read.data
  const occurred_at = momentOf(given)
  if (occurred_at < possible.from || occurred_at >= possible.to)
    return { line, problem: `occurred_at: ${given} is not between ${EARLIEST} and tomorrow` }
  return { ...read.data, occurred_at }
}

/** A day without a time means its beginning, in the magazine's time zone. */
export function momentOf(text: string): Date {
  return new Date(text.includes('T') ? text : startOfDay(text))
}
