/**
 * A program: the part of ClickHouse's HTTP interface that the collector's client uses, over the embedded engine, so
 * that a server can be killed, held up and made to fail. `node clickhouse-bridge.ts <data directory> <port>`.
 *
 * Statements run one at a time. The user `writer` may do what `infra/clickhouse/users.d/writer.xml` grants. `GET /inserts`
 * tells every insert of events so far; `POST /plan` with a `Fault` says what happens to the next ones. What collectors
 * tell each other goes in unheeded.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Session } from 'chdb'
import { Mutex } from '../../../src/platform/mutex.ts'

/** What is to happen to inserts. */
export interface Fault {
  /** So many inserts from now on. */
  times: number
  /** An answer of this code and text instead of the insert; after it where `done` is set. */
  exception?: { code: number; message: string; done?: boolean; status?: number }
  /** Milliseconds by which the engine begins later. */
  delayMs?: number
}

/** An insert as it arrived. */
export interface SeenInsert {
  token: string | undefined
  table: string
  /** Of the body. */
  sha256: string
  rows: number
}

const [path = '', port = ''] = process.argv.slice(2)
const session = new Session(path)
const engine = new Mutex()
const inserts: SeenInsert[] = []
/** Inserts that have arrived and are not done. */
const underWay = new Set<URL>()
let fault: Fault = { times: 0 }

// As a server's `http_max_uri_size`.
createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
  void answer(request, response).catch((error: unknown) => sendException(response, String(error), 500))
}).listen(Number(port), '127.0.0.1')

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://clickhouse')
  const body = await buffer(request)
  if (url.pathname === '/inserts') return void response.end(JSON.stringify(inserts))
  if (url.pathname === '/plan') {
    fault = JSON.parse(body.toString()) as Fault
    return void response.end()
  }
  const inUrl = url.searchParams.get('query')
  const isInsert =
    inUrl !== null && /^INSERT INTO analytics\.(?!collector_books|erasure_promises)/.test(inUrl)
  const planned = isInsert && fault.times-- > 0 ? fault : undefined
  if (isInsert) {
    inserts.push(describeInsert(inUrl, body))
    underWay.add(url)
  }
  if (planned?.delayMs) await sleep(planned.delayMs)
  const exception = planned?.exception
  const statement = inUrl ?? body.toString()
  // The engine's own list has none that this program holds back.
  if (statement.includes('FROM system.processes')) {
    const text = url.searchParams.get('param_text') ?? ''
    const found = [...underWay].filter((insert) => insert.searchParams.get('query')?.includes(text))
    return void response.end(`${JSON.stringify({ inserts: found.length })}\n`)
  }
  if (userOf(request) === 'writer' && !WRITER_MAY.some((pattern) => pattern.test(statement))) {
    return sendException(response, `Code: 497. DB::Exception: writer: Not enough privileges: ${statement}`)
  }
  try {
    const result =
      exception && !exception.done ? '' : await run(statement, inUrl === null ? '' : body.toString(), url)
    if (exception)
      sendException(
        response,
        `Code: ${exception.code}. DB::Exception: ${exception.message}`,
        exception.status,
      )
    else response.end(result)
  } catch (error) {
    sendException(response, error instanceof Error ? error.message : String(error), 500)
  } finally {
    underWay.delete(url)
  }
}

/** Appending, and counting by batch and event. */
const WRITER_MAY = [
  /^INSERT INTO analytics\.\w+ SETTINGS/,
  /^SELECT count\(\) AS rows FROM analytics\.\w+ WHERE (batch|event)_id\b[^()]*(FORMAT \w+)?$/,
  /^SELECT toUnixTimestamp\(now\(\)\) - uptime\(\) AS started_at/,
]

function userOf({ headers }: IncomingMessage): string {
  const basic = headers.authorization?.replace('Basic ', '') ?? ''
  return Buffer.from(basic, 'base64').toString().split(':')[0] ?? ''
}

/** One statement, with its data and its parameters. */
function run(statement: string, data: string, url: URL): Promise<Uint8Array> {
  const params: Record<string, string> = {}
  for (const [key, value] of url.searchParams) if (key.startsWith('param_')) params[key.slice(6)] = value
  const format = url.searchParams.get('default_format') ?? 'TabSeparated'
  return engine.run(async () => {
    const sql = data === '' ? statement : `${statement}\n${data}`
    const bound = Object.keys(params).length > 0
    const result = await (bound
      ? session.queryBindAsync(sql, params, { format })
      : session.queryAsync(sql, { format }))
    return result.bytes()
  })
}

function sendException(response: ServerResponse, message: string, status = 500): void {
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002'
  response.writeHead(status, { 'X-ClickHouse-Exception-Code': code })
  // As the server words it; the client reads code and type from here.
  response.end(/\([A-Z_]+\)\s*$/.test(message) ? message : `${message} (INJECTED)`)
}

function describeInsert(statement: string, body: Buffer): SeenInsert {
  return {
    token: /insert_deduplication_token = '([^']*)'/.exec(statement)?.[1],
    table: /INTO analytics\.(\w+)/.exec(statement)?.[1] ?? '',
    sha256: createHash('sha256').update(body).digest('hex'),
    rows: body.toString().split('\n').filter(Boolean).length,
  }
}
