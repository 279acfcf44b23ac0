import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openClickHouse } from './open-clickhouse.ts'

/** Responds like a server to a query without rows, and records who sent it. */
const seen: string[] = []
const server = createServer((request, response) => {
  const [, credentials = ''] = (request.headers.authorization ?? '').split(' ')
  seen.push(Buffer.from(credentials, 'base64').toString())
  request.resume().on('end', () => response.end())
})

beforeEach(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterEach(() => {
  seen.length = 0
  return new Promise((resolve) => server.close(resolve))
})

const url = (account: string) => `http://${account}@127.0.0.1:${(server.address() as AddressInfo).port}`

describe('a ClickHouse server', () => {
  it('is spoken to by each role with the account of its own', async () => {
    const clickhouse = await openClickHouse({
      kind: 'server',
      url: url('migrator:a'),
      writerUrl: url('writer:b'),
      readerUrl: url('reader:c'),
      viewerUrl: url('viewer:d'),
    })
    for (const role of ['migrator', 'writer', 'reader', 'viewer'] as const)
      await clickhouse[role].command({ query: 'SELECT 1' })
    await clickhouse.close()
    expect(seen).toEqual(['migrator:a', 'writer:b', 'reader:c', 'viewer:d'])
  })

  it('is spoken to by every role with the one account where there are no others', async () => {
    const clickhouse = await openClickHouse({ kind: 'server', url: url('all:a') })
    await clickhouse.writer.command({ query: 'SELECT 1' })
    await clickhouse.viewer.command({ query: 'SELECT 1' })
    await clickhouse.close()
    expect(seen).toEqual(['all:a', 'all:a'])
  })
})
