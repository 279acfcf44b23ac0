import { join } from 'node:path'
import { temporaryDirectory } from '../../postgres/temporary-directory.ts'
import { ClickHouseServer } from './clickhouse-server.ts'
import { TestLog } from './event-log.ts'
import { FaultyProxy } from './faulty-proxy.ts'
import { LoadDriver } from './load-driver.ts'

/** An event log, ready, and a ClickHouse server of its own, with a way between them that can be made to fail. */
export interface Remote {
  readonly server: ClickHouseServer
  readonly proxy: FaultyProxy
  readonly log: TestLog
  readonly driver: LoadDriver
}

/** @param requestTimeoutMs after which the log takes the server for silent. */
export async function startRemote(requestTimeoutMs: number): Promise<Remote> {
  const server = await ClickHouseServer.lend()
  const proxy = await FaultyProxy.start(server.port)
  const log = await TestLog.open(join(temporaryDirectory(), 'data'), {
    clickhouseUrl: proxy.url,
    requestTimeoutMs,
    until: 'idsKnown',
  })
  return { server, proxy, log, driver: new LoadDriver({ oldSessions: false }) }
}
