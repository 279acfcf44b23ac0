import { join } from 'node:path'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import { Beacon, type BeaconReceipt, type SentBeacon } from '@half-measure/shared/events/beacon.ts'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { beforeEach, onTestFinished } from 'vitest'
import type { Spool } from '../../../src/spool/spool.ts'
import { append } from '../../../src/spool/testing/append.ts'
import type { ClickHouse } from '../../../src/warehouse/clickhouse/clickhouse.ts'
import { openClickHouse } from '../../../src/warehouse/clickhouse/open-clickhouse.ts'
import { type Config, toConfig } from '../../../src/config/config.ts'
import { readEnv } from '../../../src/config/env.ts'
import { openPostgres, type Postgres } from '../../../src/database/open-postgres.ts'
import { acceptBeacon } from '../../../src/ingest/accept-beacon.ts'
import { type EventLog, openEventLog } from '../../../src/stack/open-event-log.ts'
import { recordingLogger } from '../../../src/spool/testing/temporary-spool.ts'
import { temporaryDirectory } from '../../postgres/temporary-directory.ts'
import { BROWSER } from './expected-row.ts'
import { ClickHouseServer } from './clickhouse-server.ts'
import { acceptedBy } from './raw-rows.ts'
import { repeating, until } from './until.ts'
import { work } from './work-until-killed-process.ts'

interface Options {
  /** Absent: the embedded engine. */
  readonly clickhouseUrl?: string
  /** Of the account that inserts, where it is another one. */
  readonly writerUrl?: string
  readonly requestTimeoutMs?: number
  /** Of a PostgreSQL server that several collectors share; absent, this one is alone. */
  readonly databaseUrl?: string
  readonly env?: Record<string, string>
  /** Whether to wait for the tables, or for the ids in them too (the default with the embedded engine). */
  readonly until?: 'ready' | 'idsKnown'
}

/** The event log without HTTP around it, in the process of the test. It is closed when the test ends. */
export class TestLog {
  readonly events: EventLog
  readonly clickhouse: ClickHouse
  readonly config: Config
  /** What an operator would see: `warn: …`. */
  readonly lines: string[]
  readonly #postgres: Postgres | undefined
  #open = true

  static async open(
    dataDir: string,
    { clickhouseUrl, writerUrl, requestTimeoutMs, databaseUrl, env = {}, until: moment }: Options = {},
  ): Promise<TestLog> {
    const config = toConfig(
      readEnv({
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: 'not-the-default',
        ...(clickhouseUrl ? { CLICKHOUSE_URL: clickhouseUrl } : {}),
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...env,
      }),
    )
    const one = await openClickHouse(config.clickhouse, requestTimeoutMs ? { requestTimeoutMs } : {})
    const clickhouse = writerUrl ? withWriter(one, writerUrl) : one
    const { log, lines } = recordingLogger()
    const postgres = databaseUrl ? await openPostgres(config.postgres, { connectMs: 60_000 }) : undefined
    const options = postgres ? { db: postgres.db } : {}
    const events = await openEventLog(config, clickhouse, log, options).catch(async (error: unknown) => {
      await clickhouse.close()
      throw error
    })
    const test = new TestLog(config, clickhouse, postgres, events, lines)
    // Inserts that a server has not confirmed by then are abandoned; the embedded engine ends with those it has begun.
    onTestFinished(() => test.close(clickhouse.embedded ? undefined : 0))
    if (moment ?? clickhouse.embedded) await test.events[moment ?? 'idsKnown']
    return test
  }

  private constructor(
    config: Config,
    clickhouse: ClickHouse,
    postgres: Postgres | undefined,
    events: EventLog,
    lines: string[],
  ) {
    this.config = config
    this.clickhouse = clickhouse
    this.#postgres = postgres
    this.events = events
    this.lines = lines
  }

  /** The log, where there is one shard. */
  get onlyLog(): Spool {
    const [shard, ...others] = this.events.shards
    if (!shard || others.length > 0) throw new Error('there are several shards')
    return shard.spool
  }

  get reconciliation() {
    return this.events.reconciliation
  }

  /** As the operator's command does. */
  reconcile(): Promise<Reconciliation> {
    return repeating(() => this.reconciliation.reconcile())
  }

  delivery(): Promise<Delivery> {
    return repeating(() => this.reconciliation.delivery())
  }

  /** Takes a beacon as the route does, after its own checks. */
  readonly deliver = (beacon: SentBeacon, receivedAt = Date.now()): Promise<BeaconReceipt> =>
    acceptBeacon(this.events.ingest, Beacon.parse(beacon), {
      receivedAt,
      userAgent: BROWSER.userAgent,
      isPrefetch: false,
      mobileHint: '',
      platformHint: '',
      clientAddress: '127.0.0.1',
    })

  /** Takes page views into the log as they are, past every check, as one batch. */
  async keep(rows: readonly string[], received = rows.length): Promise<void> {
    const accepted = acceptedBy(this.reconciliation.collectorId, rows)
    await append(this.onlyLog, [{ table: 'page_views', rows: accepted }], { received })
  }

  /** Resolves when everything accepted so far is committed. */
  async idle(deadlineMs?: number): Promise<void> {
    const { spool } = this.events
    await spool.flush()
    await until('nothing is pending', () => spool.pendingRows === 0, deadlineMs)
  }

  /** Shuts down cleanly. */
  async close(graceMs = 8_000): Promise<void> {
    if (!this.#open) return
    this.#open = false
    await this.events.close(graceMs)
    await this.clickhouse.close()
    await this.#postgres?.close()
  }
}

/** A server without a table and a data directory for each test of the file, and the event log on them. */
export function useEventLog() {
  let server: ClickHouseServer
  let dataDir = ''

  beforeEach(async () => {
    server = await ClickHouseServer.lend()
    dataDir = join(temporaryDirectory(), 'data')
  })

  return {
    get server() {
      return server
    },
    get dataDir() {
      return dataDir
    },
    /** The log, ready. */
    open: (env: Record<string, string> = {}): Promise<TestLog> =>
      TestLog.open(dataDir, { clickhouseUrl: server.url, env, until: 'idsKnown' }),
    /** Has a process work on them until it is done, or dies at the failpoint. Says which. */
    work: (failpoint: string, task: readonly string[] = [], env: Record<string, string> = {}) =>
      work(dataDir, failpoint, task, { ...server.env, ...env }),
  }
}

/** The same database, with an account of its own for inserts. */
function withWriter(one: ClickHouse, url: string): ClickHouse {
  const writer = createClient({ url, log: { level: ClickHouseLogLevel.OFF } })
  const [shard] = one.shards
  return {
    ...one,
    writer,
    shards: [{ ...shard, writer }],
    close: async () => void (await Promise.all([one.close(), writer.close()])),
  }
}
