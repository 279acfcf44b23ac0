import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import { eventRoutes } from '../ingest/event-routes.ts'
import type { SpoolOptions } from '../spool/spool.ts'
import { recordingLogger } from '../spool/testing/temporary-spool.ts'
import type { Totals } from '../spool/totals.ts'
import { TestIngest } from './test-ingest.ts'

/** The origins of a deployment over https. */
export const productionOrigins: Config['origins'] = {
  site: 'https://halfmeasure.test',
  dashboard: 'https://admin.halfmeasure.test',
  loopbackAliases: false,
}

/** The origins of the embedded default. */
export const embeddedOrigins: Config['origins'] = {
  site: 'http://localhost:8080',
  dashboard: 'http://localhost:8081',
  loopbackAliases: true,
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
}

/** `POST /api/events` on a real spool, as the application mounts it. `await using` removes it. */
export class EventsApp implements AsyncDisposable {
  readonly test: TestIngest
  /** What an operator would see in the log. */
  readonly lines: string[]
  readonly #app: Hono

  static async open(origins = productionOrigins, options: Partial<SpoolOptions> = {}): Promise<EventsApp> {
    return new EventsApp(await TestIngest.open(options), origins)
  }

  private constructor(test: TestIngest, origins: Config['origins']) {
    this.test = test
    const { log, lines } = recordingLogger()
    this.lines = lines
    this.#app = eventRoutes({
      ingest: test.ingest,
      origins,
      log,
      addressOf: (c) => c.req.header('X-Test-Client') ?? '',
    })
  }

  get totals(): Readonly<Totals> {
    return this.test.spool.totals
  }

  /** Posts a beacon: text and streams as they are, anything else as JSON. */
  post(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const raw = typeof body === 'string' || body instanceof ReadableStream ? body : JSON.stringify(body)
    return this.request('/api/events', { headers, body: raw })
  }

  async request(
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body: string | ReadableStream },
  ): Promise<Answer> {
    const response = await this.#app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      // What `fetch` asks for where a body is a stream.
      ...(typeof body === 'string' ? {} : { duplex: 'half' }),
    })
    return { status: response.status, headers: response.headers, json: await response.json() }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.test[Symbol.asyncDispose]()
  }
}
