import { literal } from '../clickhouse/query.ts'

/** The statement in a request to ClickHouse's HTTP interface. */
export interface Statement {
  readonly sql: string
  /** The rows of an `INSERT … FORMAT …`, as they were sent. */
  readonly rows?: Buffer
  /** For statements that name no format of their own. */
  readonly format: string
  /** Values of `{name:Type}`, escaped as TSV escapes them. */
  readonly params: ReadonlyMap<string, string>
  /** For this statement alone. */
  readonly settings: ReadonlyMap<string, string>
  readonly database?: string
  /** Chunks of its result may be sent one after the other, as they come. */
  readonly streams: boolean
}

/** A request that cannot be run, with ClickHouse's code for it. */
export class BadRequestError extends Error {
  override name = 'BadRequestError'
  readonly code = '36'
}

/** Keys of the interface itself; every other key is a setting. */
const OWN_KEYS = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'enable_http_compression',
  'wait_end_of_query',
])

/** Formats with nothing before, between or after their rows: the engine formats each chunk by itself. */
const STREAMED_FORMATS = /^(?:JSONEachRow|JSONCompactEachRow|TabSeparated|TSV|CSV|Native|RowBinary)$/i

/** The default of ClickHouse's HTTP interface. */
const DEFAULT_FORMAT = 'TabSeparated'

/** @throws {BadRequestError} */
export function readStatement(search: URLSearchParams, body: Buffer): Statement {
  const inUrl = search.get('query')
  const sql = inUrl ?? body.toString()
  if (sql.trim() === '') throw new BadRequestError('Empty query')
  const params = new Map<string, string>()
  const settings = new Map<string, string>()
  for (const [key, value] of search) {
    if (OWN_KEYS.has(key)) continue
    // Names become part of a statement.
    if (!/^[A-Za-z_]\w*$/.test(key))
      throw new BadRequestError(`Invalid name of a parameter or setting: ${key}`)
    if (key.startsWith('param_')) params.set(key.slice('param_'.length), value)
    else settings.set(key, value)
  }
  const format = search.get('default_format') ?? DEFAULT_FORMAT
  const database = search.get('database')
  return {
    sql,
    ...(inUrl !== null && body.length > 0 ? { rows: body } : {}),
    format,
    params,
    settings,
    ...(database === null ? {} : { database }),
    streams:
      /^[\s(]*(?:SELECT|WITH)\b/i.test(sql) &&
      search.get('wait_end_of_query') !== '1' &&
      STREAMED_FORMATS.test(formatOf(sql, format)),
  }
}

/** Changes nothing, so it may be cancelled at any moment. */
export function isRead(sql: string): boolean {
  return /^[\s(]*(?:SELECT|WITH|SHOW|DESC|DESCRIBE|EXISTS|EXPLAIN)\b/i.test(sql)
}

/** Empty if the statement may name a format, but it is not clear which. */
function formatOf(sql: string, byDefault: string): string {
  const named = /\bFORMAT\s+(\w+)\s*;?\s*$/i.exec(sql)
  return named?.[1] ?? (/\bFORMAT\b/i.test(sql) ? '' : byDefault)
}

/**
 * The statement that prepares a session for another statement; empty if nothing is needed. Settings are for sessions
 * that are not used again.
 */
export function preparationFor({ database, settings, params }: Statement): string {
  const values = [
    ...[...settings].map(([name, value]) => `${name} = ${literal(value)}`),
    ...[...params].map(([name, value]) => `param_${name} = ${literal(value)}`),
  ]
  return [
    ...(database === undefined ? [] : [`USE \`${database.replaceAll(/[`\\]/g, '\\$&')}\``]),
    ...(values.length === 0 ? [] : [`SET ${values.join(', ')}`]),
  ].join('; ')
}

/** Whether a named parameter has no value: a session may have one from an earlier statement. */
export function namesMissingParams({ sql, params }: Statement): boolean {
  return [...sql.matchAll(/\{\s*(\w+)\s*:/g)].some(([, name = '']) => !params.has(name))
}

/** Whether the statement leaves the session unchanged, apart from the values of parameters. */
export function leavesNothing({ sql, settings, database }: Statement): boolean {
  if (settings.size > 0 || database !== undefined) return false
  // Several statements may do anything.
  if (sql.trimEnd().slice(0, -1).includes(';')) return false
  return isRead(sql) || /^\s*(?:INSERT|ALTER|DROP|KILL|OPTIMIZE|TRUNCATE|CREATE\s+(?!TEMPORARY\b))/i.test(sql)
}

/** An insert whose rows are passed to the engine as bytes: as text they would be copied twice and altered. */
export interface JsonInsert {
  readonly table: string
  readonly columns?: string[]
  readonly format: 'JSONEachRow' | 'JSONCompactEachRow'
  readonly settings: Record<string, string | number>
}

const JSON_INSERT =
  /^\s*INSERT\s+INTO\s+(?<table>\w+(?:\.\w+)?)\s*(?:\((?<columns>[\w\s,]+)\)\s*)?(?:SETTINGS\s+(?<settings>.+?)\s+)?FORMAT\s+(?<format>JSONEachRow|JSONCompactEachRow)\s*$/is
const SETTING = /\s*(\w+)\s*=\s*(?:'((?:[^'\\]|\\['\\])*)'|(\d+))\s*(?:,|$)/gy

/** Undefined for other statements, and for inserts in a syntax that is not read here. */
export function readJsonInsert(sql: string): JsonInsert | undefined {
  const { table, columns, settings: written = '', format } = JSON_INSERT.exec(sql)?.groups ?? {}
  if (table === undefined) return undefined
  const settings: Record<string, string | number> = {}
  let end = 0
  for (const [all, name = '', text, number] of written.matchAll(SETTING)) {
    settings[name] = text === undefined ? Number(number) : text.replaceAll(/\\(['\\])/g, '$1')
    end += all.length
  }
  if (end !== written.length) return undefined
  return {
    table,
    ...(columns === undefined ? {} : { columns: columns.split(',').map((name) => name.trim()) }),
    format: format?.toLowerCase() === 'jsoneachrow' ? 'JSONEachRow' : 'JSONCompactEachRow',
    settings,
  }
}
