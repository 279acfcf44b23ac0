/** ClickHouse's codes for faults of the rows themselves: the same bytes will be refused for ever. */
const REFUSED = new Set([
  '6', // CANNOT_PARSE_TEXT
  '16', // NO_SUCH_COLUMN_IN_TABLE
  '25', // CANNOT_PARSE_ESCAPE_SEQUENCE: a lone surrogate, for one
  '26', // CANNOT_PARSE_QUOTED_STRING
  '27', // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '38', // CANNOT_PARSE_DATE
  '41', // CANNOT_PARSE_DATETIME
  '53', // TYPE_MISMATCH
  '69', // ARGUMENT_OUT_OF_BOUND
  '72', // CANNOT_PARSE_NUMBER
  '117', // INCORRECT_DATA
  '349', // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  '376', // CANNOT_PARSE_UUID
])

/** TOO_MANY_PARTS has two meanings: too many partitions in one insert is our fault, too many parts is temporary. */
const TOO_MANY_PARTS = '252'

/** With this many rows refused for one reason, the fault is the table's, not that of single rows. */
export const MAX_REFUSALS = 32

/** Rows refused by the database: the code and the text of its error. */
export interface Refusal {
  readonly code: string
  readonly error: string
}

/**
 * The refusal, if the database has read the rows and rejects them. Undefined for any other error: it may have
 * inserted them, or may yet, and the same bytes and token are sent again.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  const isRefused = code === TOO_MANY_PARTS ? /partitions/i.test(error.message) : REFUSED.has(code)
  return isRefused ? { code, error: error.message } : undefined
}
