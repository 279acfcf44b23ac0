import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ClickHouse } from '../clickhouse.ts'
import { openClickHouse } from '../open-clickhouse.ts'

/** The clients of a server that responds like this, until the test is over. */
export async function fakeClickHouse(
  respond: RequestListener,
  options: { readonly requestTimeoutMs?: number } = {},
): Promise<ClickHouse> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clickhouse = await openClickHouse({ kind: 'server', url: `http://127.0.0.1:${port}` }, options)
  onTestFinished(async () => {
    await clickhouse.close()
    server.closeAllConnections()
    server.close()
  })
  return clickhouse
}
