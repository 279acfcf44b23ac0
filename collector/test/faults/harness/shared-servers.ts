import { join } from 'node:path'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { ClickHouse } from '../../../src/warehouse/clickhouse/clickhouse.ts'
import { openClickHouse } from '../../../src/warehouse/clickhouse/open-clickhouse.ts'
import { ADMIN, ADMIN_ENV } from '../../postgres/own-database.ts'
import { createServerDatabase } from '../../postgres/server-database.ts'
import { temporaryDirectory } from '../../postgres/temporary-directory.ts'
import { Admin } from './admin.ts'
import { ClickHouseServer } from './clickhouse-server.ts'
import { CollectorProcess } from './collector-process.ts'
import { TestLog } from './event-log.ts'
import { FaultyProxy } from './faulty-proxy.ts'
import { expectReportToAddUp } from './oracle.ts'
import type { SentLog } from './sent-log.ts'
import { type Shards, startShards } from './shards.ts'
import { until } from './until.ts'

/** Short, so that a lost collector expires quickly; nothing is wrong where a busy machine exceeds it. */
const HEARTBEAT_TIMEOUT_SECONDS = '3'

/** One ClickHouse server, or several shards, and one PostgreSQL database, for collectors with directories of their own. */
export class SharedServers {
  readonly directory: string
  /** The first one, where there are several shards. */
  readonly server: ClickHouseServer
  readonly servers: readonly ClickHouseServer[]
  readonly clickhouse: ClickHouse
  /** In front of PostgreSQL. */
  readonly postgres: FaultyProxy
  readonly #clickhouseEnv: Record<string, string>
  readonly #databaseUrl: string

  static async start(shards = 1): Promise<SharedServers> {
    const directory = temporaryDirectory()
    const database = await createServerDatabase('migrated')
    onTestFinished(() => database.drop())
    const postgres = await FaultyProxy.start(Number(new URL(database.url).port || 5432))
    const databaseUrl = Object.assign(new URL(database.url), { port: String(postgres.port) }).href
    const { servers, env, config } = shards === 1 ? await lentServer() : await startShards(shards)
    const clickhouse = await openClickHouse(config)
    return new SharedServers(directory, servers, env, clickhouse, postgres, databaseUrl)
  }

  private constructor(
    directory: string,
    servers: readonly ClickHouseServer[],
    clickhouseEnv: Record<string, string>,
    clickhouse: ClickHouse,
    postgres: FaultyProxy,
    databaseUrl: string,
  ) {
    this.directory = directory
    const [server] = servers
    if (!server) throw new Error('there is a server')
    this.server = server
    this.servers = servers
    this.#clickhouseEnv = clickhouseEnv
    this.clickhouse = clickhouse
    this.postgres = postgres
    this.#databaseUrl = databaseUrl
  }

  dataDir(name: string): string {
    return join(this.directory, name, 'data')
  }

  /** The environment of a process. */
  get env(): Record<string, string> {
    return {
      ...this.#clickhouseEnv,
      DATABASE_URL: this.#databaseUrl,
      ...ADMIN_ENV,
      HEARTBEAT_TIMEOUT_SECONDS,
    }
  }

  /** As if a collector's last heartbeat were older than its timeout. */
  async expireHeartbeat(id: string): Promise<void> {
    const client = new Client({ connectionString: this.#databaseUrl })
    await client.connect()
    await client.query(
      "update collectors set heartbeat_at = now() - (timeout_ms + 1000) * interval '1 millisecond' where id = $1",
      [id],
    )
    await client.end()
  }

  /** A collector by name, in the process of the test; the same one at each start. */
  open(name: string, env: Record<string, string> = {}): Promise<TestLog> {
    return TestLog.open(this.dataDir(name), {
      clickhouseUrl: this.server.url,
      databaseUrl: this.#databaseUrl,
      env: { ...this.env, ...env },
      until: 'idsKnown',
    })
  }

  /** The same, as a process that may not be ready yet. */
  spawn(name: string, env: Record<string, string> = {}): Promise<CollectorProcess> {
    return CollectorProcess.spawn(this.dataDir(name), { ...this.env, ...env })
  }

  /** The same, as a process. */
  collector(name: string, env: Record<string, string> = {}): Promise<CollectorProcess> {
    return CollectorProcess.start(this.dataDir(name), { ...this.env, ...env })
  }
}

async function lentServer(): Promise<Shards> {
  const server = await ClickHouseServer.lend()
  return { servers: [server], env: server.env, config: { kind: 'server', url: server.url } }
}

/** Everything is loaded, and each has heard of it. */
export async function untilLoaded(...logs: readonly TestLog[]): Promise<void> {
  await Promise.all(logs.map((log) => log.idle()))
  for (const log of [...logs, ...logs]) await log.reconciliation.coordination.heartbeat()
}

export function signIn(collector: CollectorProcess): Promise<Admin> {
  return Admin.signIn(collector, ADMIN)
}

/** The delivery report of all, once heartbeats have caught up with what the senders know. */
export function fullReport(
  of: Pick<Admin, 'delivery'>,
  { log }: { readonly log: Pick<SentLog, 'receipts'> },
) {
  let report: Delivery | undefined
  const poll = async () => {
    report = await of.delivery()
    const { accepted, duplicates, stored, dead_letters, erased, pending, collectors } = report
    if (pending > 0 || collectors?.some(({ state }) => state === 'expired')) return undefined
    const refused = Object.values(report.rejected).reduce((sum, count) => sum + count, 0)
    if (accepted + duplicates < log.receipts.accepted + log.receipts.duplicates) return undefined
    if (duplicates < log.receipts.duplicates || refused < log.receipts.rejected) return undefined
    if (accepted !== stored + dead_letters + erased) return undefined
    expectReportToAddUp(report, log)
    return report
  }
  return until('the delivery report of all collectors adds up', poll, undefined, () => ({
    report,
    sent: log.receipts,
  }))
}

/** A reader's own request, as the cookie page sends it. */
export async function requestErasure(collector: CollectorProcess, session_id: string): Promise<void> {
  const response = await fetch(`${collector.site}/api/erasure`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id }),
  })
  if (response.status !== 202) throw new Error(`the erasure request failed: ${response.status}`)
}
