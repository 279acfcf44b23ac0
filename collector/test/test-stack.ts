import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from '@half-measure/shared/auth/session.ts'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { type Apps, createApps, type Pages } from '../src/app.ts'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { type Context, type ContextOptions, openContext } from '../src/stack/context.ts'
import { type Listener, listen } from '../src/platform/http/listen.ts'
import { postTo } from '../src/testing/post-to.ts'
import { createLogger } from '../src/platform/logger.ts'
import { containerStores } from './container-stores.ts'
import { until } from './faults/harness/until.ts'
import { putMigratedDatabase } from './postgres/migrated-database.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined for what is no JSON. */
  readonly json: unknown
}

interface Call {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** The client's address; this machine by default. */
  readonly from?: string
}

/**
 * The whole collector on the embedded engines, in a directory of its own. Beacons alone need a port. One for a process:
 * the embedded ClickHouse has one directory.
 */
export class TestStack implements AsyncDisposable {
  readonly context: Context
  readonly #directory: string
  readonly #app: Apps['site']
  readonly #server: Listener
  #token: string | undefined

  /** @param env on top of the embedded default. @param options published articles, for one. */
  static async open(
    env: Record<string, string> = {},
    pages: Pages = {},
    options: ContextOptions = {},
  ): Promise<TestStack> {
    const directory = await mkdtemp(join(tmpdir(), 'half-measure-stack-'))
    await putMigratedDatabase(join(directory, 'postgres'))
    const config = toConfig(
      readEnv({ DATA_DIR: directory, LOG_LEVEL: 'silent', ...(await containerStores()), ...env }),
    )
    const context = await openContext(config, createLogger(config.logLevel), {
      sendsMail: true,
      // Right figures are right on a busy machine as well.
      queryLimits: { seconds: 3_600 },
      ...options,
    })
    const { site, beacons } = createApps(context, pages)
    const server = await listen({ app: site, direct: beacons }, '127.0.0.1', 0)
    return new TestStack(directory, context, site, server)
  }

  private constructor(directory: string, context: Context, app: Apps['site'], server: Listener) {
    this.#directory = directory
    this.context = context
    this.#app = app
    this.#server = server
  }

  async request(
    method: string,
    path: string,
    { body, headers = {}, from = '127.0.0.1' }: Call = {},
  ): Promise<TestResponse> {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const all = { ...(sent !== undefined && { 'Content-Type': 'application/json' }), ...headers }
    if (method === 'POST' && path.startsWith('/api/events'))
      return toTestResponse(await postTo(this.#server.port, path, { headers: all, body: sent ?? '' }))
    const response = await this.#app.request(
      path,
      { method, headers: all, ...(sent !== undefined && { body: sent }) },
      { incoming: { socket: { remoteAddress: from, remotePort: 4711, remoteFamily: 'IPv4' } } },
    )
    // Not `text()`, which strips a byte order mark.
    const text = Buffer.from(await response.arrayBuffer()).toString()
    return toTestResponse({ status: response.status, headers: response.headers, text })
  }

  post(path: string, body: unknown, call: Omit<Call, 'body'> = {}): Promise<TestResponse> {
    return this.request('POST', path, { ...call, body })
  }

  /** Requests statistics as the administrator of the first start. */
  async stats(path: string, query: Record<string, string> = {}): Promise<TestResponse> {
    this.#token ??= await this.signIn(this.context.config.admin)
    const address = `/api/stats/${path}?${new URLSearchParams(query).toString()}`
    return this.request('GET', address, { headers: { Authorization: `Bearer ${this.#token}` } })
  }

  /** @returns an access token. */
  async signIn(credentials: { email: string; password: string }): Promise<string> {
    const { json } = await this.post('/api/auth/token?grant_type=password', credentials)
    return Session.parse(json).access_token
  }

  async delivery(): Promise<Delivery> {
    return Delivery.parse((await this.stats('delivery')).json)
  }

  /** Resolves when everything acknowledged so far is in the tables. */
  async untilStored(): Promise<void> {
    const { spool } = this.context.events
    await spool.flush()
    await until('all rows are inserted', () => spool.pendingRows === 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop()
    await this.context.close()
    await rm(this.#directory, { recursive: true, force: true })
  }
}

function toTestResponse({ status, headers, text }: Omit<TestResponse, 'json'>): TestResponse {
  const isJson = headers.get('Content-Type')?.startsWith('application/json') ?? false
  return { status, headers, text, json: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined }
}
