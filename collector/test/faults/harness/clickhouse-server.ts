import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import {
  engineSocket,
  type EngineProcess,
  launchEngine,
} from '../../../src/warehouse/engine/launch-engine.ts'
import { freePorts } from './free-ports.ts'
import { until } from './until.ts'

/** What is to happen to inserts. */
export interface Fault {
  /** So many inserts from now on. */
  times: number
  /** Only of rows with this text. */
  rowsWith?: string
  /** An error response with this code and text instead of the insert; after it where `done` is set. */
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

const SECRET = 'of these tests'

/** To drop all tables. */
const EMPTY_MS = 120_000

/** As a server's `http_max_uri_size`. */
const MAX_HEADER_BYTES = 1024 * 1024

/**
 * A ClickHouse server on one port and one directory: the engine of the product, behind a port that records inserts of
 * events and has them fail as planned. The user `writer` may do what `infra/clickhouse/users.d/writer.xml` grants.
 */
export class ClickHouseServer {
  readonly port: number
  readonly #directory: string
  #engine: EngineProcess | undefined
  #http: Server | undefined
  #inserts: SeenInsert[] = []
  /** Statements of inserts that have arrived and are not done. */
  readonly #underWay = new Set<{ statement: string }>()
  #fault: Fault = { times: 0 }
  /** Belongs to the current test: inserts that an earlier one delayed are dropped. */
  #turn = 0
  /** All of its cluster, where it is a shard. */
  #shards: readonly ClickHouseServer[] = []

  static #lent: Promise<ClickHouseServer> | undefined

  /**
   * The server of this process, running and without a table: a new one takes longer to start than most tests. Tests may
   * kill it.
   */
  static async lend(): Promise<ClickHouseServer> {
    ClickHouseServer.#lent ??= freePorts(1).then(
      ([port = 0]) =>
        new ClickHouseServer(join(mkdtempSync(join(tmpdir(), 'half-measure-lent-')), 'clickhouse'), port),
    )
    const server = await ClickHouseServer.#lent
    if (!server.#engine) await server.start()
    await server.#empty()
    return server
  }

  /** The port is taken; the server is not there until `start`. */
  static async prepare(directory: string): Promise<ClickHouseServer> {
    mkdirSync(dirname(directory), { recursive: true })
    const [port = 0] = await freePorts(1)
    const server = new ClickHouseServer(directory, port)
    onTestFinished(() => server.kill())
    return server
  }

  static async start(directory: string): Promise<ClickHouseServer> {
    const server = await ClickHouseServer.prepare(directory)
    await server.start()
    return server
  }

  /** So many servers that know each other as shards. Each may be killed. */
  static async startShards(directory: string, count: number): Promise<ClickHouseServer[]> {
    const servers = await Promise.all(
      Array.from({ length: count }, (_, i) => ClickHouseServer.start(join(directory, `clickhouse-${i + 1}`))),
    )
    for (const server of servers) server.#shards = servers
    return servers
  }

  private constructor(directory: string, port: number) {
    this.#directory = directory
    this.port = port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** The environment of a program that uses it. */
  get env(): Record<string, string> {
    return { CLICKHOUSE_URL: this.url, ADMIN_PASSWORD: 'not-the-default' }
  }

  async start(): Promise<void> {
    this.#inserts = []
    this.#fault = { times: 0 }
    this.#engine = await launchEngine({ directory: this.#directory, secret: SECRET })
    await this.#engine.ready
    // An idle connection that it closed might be used at that moment.
    this.#http = createServer(
      { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 0 },
      (request, response) => {
        this.#handle(request, response).catch(() => response.destroy())
      },
    ).listen(this.port, '127.0.0.1')
    await once(this.#http, 'listening')
    // Nobody ends one that is lent.
    this.#http.unref()
  }

  /** As if by a power switch. */
  async kill(): Promise<void> {
    const [engine, http] = [this.#engine, this.#http]
    this.#engine = this.#http = undefined
    if (http) {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    }
    if (!engine?.pid) return
    process.kill(engine.pid, 'SIGKILL')
    await engine.ended
  }

  /** Inserts that reached the server since it started. */
  get inserts(): readonly SeenInsert[] {
    return this.#inserts
  }

  plan(fault: Fault): void {
    this.#fault = fault
  }

  async #empty(): Promise<void> {
    this.#turn += 1
    await until('nothing is under way', () => this.#underWay.size === 0)
    const response = await fetch(this.url, {
      method: 'POST',
      body: 'DROP DATABASE IF EXISTS analytics SYNC',
      signal: AbortSignal.timeout(EMPTY_MS),
    }).catch(async (cause: unknown) => {
      // Quoted, so that the engine runs the query and this port does not intercept it.
      const running = await this.#queryRows('SELECT elapsed, is_cancelled, query FROM system.`processes`')
      throw new Error(`the tables cannot be dropped while this runs: ${JSON.stringify(running)}`, { cause })
    })
    if (!response.ok) throw new Error(await response.text())
    this.#inserts = []
    this.#fault = { times: 0 }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const search = new URL(request.url ?? '', this.url).searchParams
    const body = await buffer(request)
    const inUrl = search.get('query')
    const statement = inUrl ?? body.toString()
    const union = UNION_TABLE.exec(statement)?.groups?.['table']
    if (union !== undefined) return this.#makeUnion(request, union, response)
    // Neither messages between collectors nor idempotent inserts.
    const isInsert =
      inUrl !== null &&
      /^INSERT INTO analytics\.(?!removed_events|session_runs|late_sessions|variant_switches)/.test(inUrl)
    const isMeant = isInsert && body.includes(this.#fault.rowsWith ?? '')
    const fault = isMeant && this.#fault.times-- > 0 ? this.#fault : undefined
    const underWay = { statement }
    if (isInsert) {
      this.#inserts.push(describeInsert(statement, body))
      this.#underWay.add(underWay)
    }
    try {
      const turn = this.#turn
      if (fault?.delayMs) await sleep(fault.delayMs)
      if (turn !== this.#turn) return void response.destroy()
      // The engine's own list has none that is held back here.
      if (statement.includes('FROM system.processes')) {
        const text = search.get('param_text') ?? ''
        const inserts = [...this.#underWay].filter((insert) => insert.statement.includes(text)).length
        return void response.end(`${JSON.stringify({ inserts })}\n`)
      }
      if (userOf(request) === 'writer' && !WRITER_MAY.some((pattern) => pattern.test(statement))) {
        return sendException(response, 497, `writer: Not enough privileges: ${statement}`)
      }
      const { exception } = fault ?? {}
      if (!exception) return await this.#forward(request, body, response)
      if (exception.done) await this.#forward(request, body)
      sendException(response, exception.code, exception.message, exception.status)
    } finally {
      this.#underWay.delete(underWay)
    }
  }

  /** What a distributed table does, by a view: an embedded engine speaks no protocol of its own to others. */
  async #makeUnion(request: IncomingMessage, table: string, response: ServerResponse): Promise<void> {
    const columns = await this.#queryRows<{ name: string; type: string }>(
      `SELECT name, type FROM system.columns WHERE database = 'analytics' AND table = '${table}'
        AND default_kind != 'EPHEMERAL' ORDER BY position`,
    )
    const names = columns.map(({ name }) => `\`${name}\``).join(', ')
    const structure = columns.map(({ name, type }) => `\`${name}\` ${type}`).join(', ')
    const selects = this.#shards.map((shard) => {
      if (shard === this) return `SELECT ${names} FROM analytics.${table}`
      const address = new URL(shard.url)
      address.searchParams.set('query', `SELECT ${names} FROM analytics.${table} FORMAT Native`)
      return `SELECT ${names} FROM url('${address.href}', 'Native', '${structure.replaceAll("'", "\\'")}')`
    })
    const view = `CREATE OR REPLACE VIEW analytics_all.${table} AS ${selects.join(' UNION ALL ')}`
    await this.#forward(request, Buffer.from(view), response)
  }

  async #queryRows<Row>(query: string): Promise<Row[]> {
    const response = await fetch(this.url, { method: 'POST', body: `${query} FORMAT JSON` })
    if (!response.ok) throw new Error(await response.text())
    return ((await response.json()) as { data: Row[] }).data
  }

  /** @param response undefined where nobody is to see the engine's. */
  async #forward({ method, url, headers }: IncomingMessage, body: Buffer, response?: ServerResponse) {
    // Those of this connection, and of an account that the engine does not have.
    const { host: _, 'transfer-encoding': __, connection: ___, authorization: ____, ...others } = headers
    const upstream = request({
      socketPath: engineSocket(this.#directory),
      method,
      path: url,
      headers: { ...others, 'content-length': body.length },
      auth: `test:${SECRET}`,
    })
    // What ends it is known by then.
    upstream.on('error', () => {})
    // Reading ends where its client is gone; the engine itself goes on with what changes something.
    response?.on('close', () => upstream.destroy())
    upstream.end(body)
    const [reply] = (await once(upstream, 'response')) as [IncomingMessage]
    reply.on('error', () => {})
    if (!response) return void (await buffer(reply))
    response.writeHead(reply.statusCode ?? 500, reply.headers)
    await pipeline(reply, response)
  }
}

const UNION_TABLE = /^CREATE OR REPLACE TABLE analytics_all\.(?<table>\w+) AS [^]*ENGINE = Distributed\(/

/** Appending, and counting by batch and event. */
const WRITER_MAY = [
  /^INSERT INTO analytics\.\w+ (\([\w, ]+\) )?SETTINGS/,
  /^SELECT count\(\) AS rows FROM analytics\.\w+ WHERE (batch|event)_id\b[^()]*(FORMAT \w+)?$/,
  /^SELECT 1\b/,
  /^SELECT session_id, test_name, variant, toUnixTimestamp64Milli\(assigned_at\) AS assigned_at_ms\s+FROM analytics\.ab_test_assignments\b/,
  /^SELECT toUnixTimestamp\(now\(\)\) - uptime\(\) AS started_at/,
]

function userOf({ headers }: IncomingMessage): string {
  const basic = headers.authorization?.replace('Basic ', '') ?? ''
  return Buffer.from(basic, 'base64').toString().split(':')[0] ?? ''
}

/** As the server words it; the client reads code and type from here. */
function sendException(response: ServerResponse, code: number, message: string, status = 500): void {
  response.writeHead(status, { 'X-ClickHouse-Exception-Code': String(code) })
  response.end(`Code: ${code}. DB::Exception: ${message} (INJECTED)`)
}

function describeInsert(statement: string, body: Buffer): SeenInsert {
  return {
    token: /insert_deduplication_token = '([^']*)'/.exec(statement)?.[1],
    table: /INTO analytics\.(\w+)/.exec(statement)?.[1] ?? '',
    sha256: createHash('sha256').update(body).digest('hex'),
    rows: body.toString().split('\n').filter(Boolean).length,
  }
}
