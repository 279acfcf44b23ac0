import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { type EventRouteOptions, eventRoutes } from '../ingest/event-routes.ts'
import { type Listener, listen } from '../platform/http/listen.ts'
import type { SpoolOptions } from '../spool/spool.ts'
import { recordingLogger } from '../spool/testing/temporary-spool.ts'
import type { Totals } from '../spool/totals.ts'
import { productionOrigins } from './origins.ts'
import { postTo } from './post-to.ts'
import { TestIngest } from './test-ingest.ts'

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
}

/** `POST /api/events` on a real spool and a port of its own. `await using` removes it. */
export class EventsApp implements AsyncDisposable {
  readonly test: TestIngest
  /** What an operator would see in the log. */
  readonly lines: string[]
  readonly server: Listener

  static async open(
    origins = productionOrigins,
    options: Partial<SpoolOptions> = {},
    routes: Partial<Pick<EventRouteOptions, 'addressOf' | 'limits'>> = {},
  ): Promise<EventsApp> {
    const test = await TestIngest.open(options)
    const { log, lines } = recordingLogger()
    const direct = eventRoutes({
      ingest: test.ingest,
      origins,
      log,
      addressOf: ({ headers }) => String(headers['x-test-client'] ?? ''),
      ...routes,
    })
    return new EventsApp(test, lines, await listen({ app: new Hono(), direct }, '127.0.0.1', 0))
  }

  private constructor(test: TestIngest, lines: string[], server: Listener) {
    this.test = test
    this.lines = lines
    this.server = server
  }

  get totals(): Readonly<Totals> {
    return this.test.spool.totals
  }

  /** Posts a beacon: text and streams as they are, anything else as JSON. */
  post(body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const raw = typeof body === 'string' || body instanceof Readable ? body : JSON.stringify(body)
    return this.request('/api/events', { headers, body: raw })
  }

  async request(
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body: string | Readable },
  ): Promise<ApiResponse> {
    const {
      status,
      headers: received,
      text,
    } = await postTo(this.server.port, path, {
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    return { status, headers: received, json: JSON.parse(text) as unknown }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop()
    await this.test[Symbol.asyncDispose]()
  }
}
