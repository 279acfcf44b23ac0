import { join } from 'node:path'
import { type ClickHouse, openClickHouse } from '../../../src/clickhouse/open-clickhouse.ts'
import { temporaryDirectory } from '../../postgres/temporary-directory.ts'
import { Admin } from './admin.ts'
import { ClickHouseServer } from './clickhouse-server.ts'
import { CollectorProcess } from './collector-process.ts'
import type { LoadDriver } from './load-driver.ts'
import { expectAccountToBeEven } from './oracle.ts'
import { until } from './until.ts'

export const ADMIN = { email: 'admin@halfmeasure.test', password: 'not-the-default-1' }

/** Enough for a machine that does other things too to write its books in time; waits are shorter than with the default. */
const COLLECTOR_SILENCE_SECONDS = '10'

/** How long a test waits for what comes after that. */
export const PATIENCE_MS = 90_000

/** One ClickHouse, for several collectors: real processes, each with a directory of its own. */
export class SharedServer {
  readonly directory: string
  readonly server: ClickHouseServer
  readonly clickhouse: ClickHouse

  static async start(): Promise<SharedServer> {
    const directory = temporaryDirectory()
    const server = await ClickHouseServer.start(join(directory, 'clickhouse'))
    return new SharedServer(directory, server, await openClickHouse({ kind: 'server', url: server.url }))
  }

  private constructor(directory: string, server: ClickHouseServer, clickhouse: ClickHouse) {
    this.directory = directory
    this.server = server
    this.clickhouse = clickhouse
  }

  /** A collector by name; the same one at each start. */
  collector(name: string, env: Record<string, string> = {}): Promise<CollectorProcess> {
    return CollectorProcess.start(join(this.directory, name, 'data'), {
      CLICKHOUSE_URL: this.server.url,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      COLLECTOR_SILENCE_SECONDS,
      ...env,
    })
  }
}

export function signIn(collector: CollectorProcess): Promise<Admin> {
  return Admin.signIn(collector, ADMIN)
}

/** The account of all, once their books have caught up with what the senders know. */
export function evenAccount(admin: Admin, driver: LoadDriver) {
  const { receipts } = driver.log
  return until(
    'the account of all collectors adds up',
    async () => {
      const delivery = await admin.delivery()
      const { accepted, duplicates, stored, dead_letters, erased, pending, collectors } = delivery
      if (pending > 0 || collectors?.some(({ state }) => state === 'old')) return undefined
      const refused = Object.values(delivery.rejected).reduce((sum, count) => sum + count, 0)
      if (accepted < receipts.accepted || duplicates < receipts.duplicates) return undefined
      if (refused < receipts.rejected) return undefined
      if (accepted !== stored + dead_letters + erased) return undefined
      expectAccountToBeEven(delivery, driver.log)
      return delivery
    },
    PATIENCE_MS,
  )
}

/** A reader's own request, as the cookie page sends it. */
export async function askToErase(collector: CollectorProcess, session_id: string): Promise<void> {
  const response = await fetch(`${collector.site}/api/erasure`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id }),
  })
  if (response.status !== 202) throw new Error(`the erasure was answered with ${response.status}`)
}
