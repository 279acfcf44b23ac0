import { setImmediate as turn } from 'node:timers/promises'
import type { FileProblem } from '@half-measure/shared/stats/file-problem.ts'
import { ApiError } from '../platform/api-error.ts'

/** A row of a file and the line that it begins on; 1 is the first. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

export class CsvError extends Error {
  override name = 'CsvError'
  readonly code = 'invalid_csv'
  readonly line: number

  constructor(line: number, problem: string) {
    super(problem)
    this.line = line
  }
}

/** A file with more problems usually has a single cause. */
export const MAX_PROBLEMS = 50

export function invalidCsv(problems: readonly FileProblem[]): ApiError {
  return new ApiError(400, 'invalid_csv', 'Nothing was imported: some lines are wrong.', {
    details: problems,
  })
}

/** Bytes between two turns of the event loop. A body may arrive in one piece. */
const SLICE_BYTES = 16 * 1024

/** A longer cell means a quote that was never closed. */
const MAX_CELL = 10_000

/** No export has as many columns. */
const MAX_CELLS = 1_000

/**
 * The rows of a CSV file (RFC 4180, UTF-8) as its bytes arrive, a slice at a time: between two of them, beacons and
 * other requests are served. Lines may end in CRLF, LF or CR; empty lines and a byte order mark are skipped.
 * `csv-parse` will not do: people look for a mistake by its line, and it counts CRLF within a cell as two lines and
 * places an open quote at its end.
 *
 * @param onComment receives lines that begin with `#`, and their numbers; without it they are rows.
 * @throws {CsvError} for an invalid file, after the rows before the mistake.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  onComment?: OnComment,
): AsyncGenerator<CsvRow> {
  const parser = new CsvParser(onComment)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new CsvError(parser.line, 'here or further on the file is not UTF-8 text')
    }
  }
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      yield* parser.read(decode(chunk.subarray(at, at + SLICE_BYTES)))
      await turn()
    }
  }
  yield* parser.read(decode())
  yield* parser.end()
}

type OnComment = (text: string, line: number) => void

/** Where the parser is: before a cell, in a cell, in quotes, after a quote within them, or in a comment. */
type Place = 'start' | 'plain' | 'quoted' | 'quote' | 'comment'

class CsvParser {
  line = 1
  #rowLine = 1
  #place: Place = 'start'
  #cell = ''
  #cells: string[] = []
  #afterReturn = false
  readonly #onComment: OnComment | undefined

  constructor(onComment?: OnComment) {
    this.#onComment = onComment
  }

  #endCell(): void {
    if (this.#cells.push(this.#cell) > MAX_CELLS)
      throw new CsvError(this.#rowLine, `more than ${MAX_CELLS.toLocaleString('en-GB')} cells`)
    this.#cell = ''
    this.#place = 'start'
  }

  *read(text: string): Generator<CsvRow> {
    for (const character of text) {
      const isSecondHalf = this.#afterReturn && character === '\n'
      this.#afterReturn = character === '\r'
      if (this.#place === 'quoted' || (this.#place === 'quote' && character === '"')) {
        this.#readQuoted(character, isSecondHalf)
      } else if (isSecondHalf) {
        // The line has ended already.
      } else if (character === '\n' || character === '\r') {
        yield* this.#endRow()
        this.line++
        this.#rowLine = this.line
      } else {
        this.#readPlain(character)
      }
      if (this.#cell.length > MAX_CELL) throw new CsvError(this.#rowLine, 'a cell does not end')
    }
  }

  *end(): Generator<CsvRow> {
    if (this.#place === 'quoted') throw new CsvError(this.#rowLine, 'a quoted cell does not end')
    yield* this.#endRow()
  }

  #readQuoted(character: string, isSecondHalf: boolean): void {
    if (character === '"') {
      if (this.#place === 'quote') this.#cell += character
      this.#place = this.#place === 'quote' ? 'quoted' : 'quote'
      return
    }
    if ((character === '\n' && !isSecondHalf) || character === '\r') this.line++
    this.#cell += character
  }

  #readPlain(character: string): void {
    if (this.#place === 'comment') {
      this.#cell += character
    } else if (character === '#' && this.#onComment && this.#place === 'start' && this.#cells.length === 0) {
      this.#place = 'comment'
    } else if (character === ',') {
      this.#endCell()
    } else if (this.#place === 'quote') {
      throw new CsvError(this.line, 'after a closing quote there is neither a comma nor the end of the line')
    } else if (character === '"') {
      if (this.#place === 'plain')
        throw new CsvError(this.line, 'a quote within a cell that has none around it')
      this.#place = 'quoted'
    } else {
      this.#place = 'plain'
      this.#cell += character
    }
  }

  *#endRow(): Generator<CsvRow> {
    if (this.#place === 'comment') {
      this.#onComment?.(this.#cell.trim(), this.#rowLine)
      this.#cell = ''
      this.#place = 'start'
      return
    }
    const isEmpty = this.#cells.length === 0 && this.#cell === '' && this.#place === 'start'
    if (isEmpty) return
    this.#endCell()
    yield { line: this.#rowLine, cells: this.#cells }
    this.#cells = []
  }
}
