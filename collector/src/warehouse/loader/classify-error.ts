/**
 * What a failed insert means.
 *
 * - `poison`: the database read the rows and refuses them; the same bytes will be refused for ever.
 * - `unknown`: anything else. It may have been inserted, or may be yet; the same bytes and token go again.
 */
export type InsertFailure = 'poison' | 'unknown'

/** Codes of ClickHouse that speak of the rows themselves. */
const POISON_CODES = new Set([
  '6', // CANNOT_PARSE_TEXT
  '25', // CANNOT_PARSE_ESCAPE_SEQUENCE: a lone surrogate, for one
  '26', // CANNOT_PARSE_QUOTED_STRING
  '27', // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '38', // CANNOT_PARSE_DATE
  '41', // CANNOT_PARSE_DATETIME
  '53', // TYPE_MISMATCH
  '69', // ARGUMENT_OUT_OF_BOUND
  '72', // CANNOT_PARSE_NUMBER
  '117', // INCORRECT_DATA: an unknown field, for one
  '349', // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  '376', // CANNOT_PARSE_UUID
])

/** TOO_MANY_PARTS is one code for two things: too many partitions in one insert is ours, too many parts passes. */
const TOO_MANY_PARTS = '252'

export function classifyError(error: unknown): InsertFailure {
  if (!(error instanceof Error) || !('code' in error)) return 'unknown'
  const code = String(error.code)
  if (code === TOO_MANY_PARTS) return /partitions/i.test(error.message) ? 'poison' : 'unknown'
  return POISON_CODES.has(code) ? 'poison' : 'unknown'
}
