import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Database, Summary } from './database.ts'
import { readStatement } from './statement.ts'

/** Like a server's `http_max_uri_size`: values of parameters are in the URL. */
const MAX_HEADER_BYTES = 1024 * 1024

/** Longer than clients keep an idle connection. */
const KEEP_ALIVE_MS = 30_000

/** Refusals, with ClickHouse's names and numbers. */
const AUTHENTICATION_FAILED =
  'Code: 516. DB::Exception: Authentication failed: wrong secret. (AUTHENTICATION_FAILED)'

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  36: 400, // BAD_ARGUMENTS
  60: 404, // UNKNOWN_TABLE
  62: 400, // SYNTAX_ERROR
  81: 404, // UNKNOWN_DATABASE
  115: 404, // UNKNOWN_SETTING
  516: 403, // AUTHENTICATION_FAILED
}

/**
 * The part of ClickHouse's HTTP interface that its clients use, over the embedded engine.
 *
 * @param secret the password of any user.
 */
export function createHttpInterface(database: Pick<Database, 'run'>, secret: string): Server {
  const expected = digest(secret)
  return createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      const url = new URL(request.url ?? '/', 'http://engine')
      if (url.pathname === '/ping') return void response.end('Ok.\n')
      // Without the secret, nothing more of the request is read.
      if (!timingSafeEqual(digest(passwordOf(request)), expected)) {
        response.setHeader('Connection', 'close')
        return refuse(response, AUTHENTICATION_FAILED)
      }
      if (url.pathname !== '/') return void response.writeHead(404).end()
      if (request.method !== 'GET' && request.method !== 'POST') return void response.writeHead(405).end()
      void run(database, request, response, url.searchParams).catch((error: unknown) =>
        refuse(response, error),
      )
    },
  )
}

async function run(
  database: Pick<Database, 'run'>,
  request: IncomingMessage,
  response: ServerResponse,
  search: URLSearchParams,
): Promise<void> {
  const disconnected = new AbortController()
  response.on('close', () => {
    // Responses also close once they have been sent.
    if (!response.writableFinished) disconnected.abort(new Error('the client closed the connection'))
  })
  response.setHeader('X-ClickHouse-Query-Id', search.get('query_id') ?? randomUUID())
  const statement = readStatement(search, await bodyOf(request))
  const compresses =
    search.get('enable_http_compression') === '1' &&
    /\bgzip\b/.test(String(request.headers['accept-encoding']))
  await database.run(statement, disconnected.signal, async (result, summary) => {
    response.setHeader('X-ClickHouse-Timezone', 'UTC')
    if (summary) response.setHeader('X-ClickHouse-Summary', JSON.stringify(headerOf(summary)))
    if (compresses) response.setHeader('Content-Encoding', 'gzip')
    const chunks = Readable.from(result instanceof Uint8Array ? [result] : result)
    await (compresses ? pipeline(chunks, createGzip({ level: 1 }), response) : pipeline(chunks, response))
  })
}

function bodyOf(request: IncomingMessage): Promise<Buffer> {
  if (request.headers['content-encoding'] !== 'gzip') return buffer(request)
  const unzipped = createGunzip()
  return Promise.all([pipeline(request, unzipped), buffer(unzipped)]).then(([, body]) => body)
}

/** Responds with the error, or breaks the connection if the result has begun, so a part never passes for the whole. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const text = error instanceof Error ? error.message : String(error)
  const own =
    error instanceof Error && 'code' in error && /^\d+$/.test(String(error.code)) ? error.code : 1002
  const message = /^Code: \d+/.test(text)
    ? text
    : `Code: ${String(own)}. DB::Exception: ${text}. (UNKNOWN_EXCEPTION)`
  const code = /^Code: (\d+)/.exec(message)?.[1] ?? '1002'
  response.removeHeader('Content-Encoding')
  response.writeHead(STATUS_OF_CODE[code] ?? 500, { 'X-ClickHouse-Exception-Code': code }).end(`${message}\n`)
}

function passwordOf({ headers }: IncomingMessage): string {
  const [scheme, credentials = ''] = headers.authorization?.split(' ') ?? []
  return scheme === 'Basic'
    ? Buffer.from(credentials, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : ''
}

/** Of fixed length, as `timingSafeEqual` requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Numbers as strings, as ClickHouse has them. */
function headerOf(summary: Summary): Record<string, string> {
  return {
    read_rows: String(summary.readRows),
    read_bytes: String(summary.readBytes),
    written_rows: String(summary.writtenRows),
    written_bytes: String(summary.writtenBytes),
    total_rows_to_read: '0',
    result_rows: '0',
    result_bytes: '0',
    elapsed_ns: String(Math.round(summary.seconds * 1e9)),
  }
}
