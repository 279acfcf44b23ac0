import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@clickhouse/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertEvents } from '../../loader/batch-rows.ts'
import { openCluster } from './open-cluster.ts'

/** Four nodes by name, as a client sees them: each records what it receives. */
const HOSTS = ['ch-1-1', 'ch-1-2', 'ch-2-1', 'ch-2-2']
const ROWS = Buffer.from('{"a":1}\n')
const TOKEN = 'b3c1a0de-0000-4000-8000-000000000001:page_views'

let servers: Map<string, Server>
let received: { host: string; user: string; sql: string }[]

beforeEach(async () => {
  received = []
  servers = new Map()
  for (const host of HOSTS) {
    const server = createServer((request, response) => {
      void textOf(request).then((body) => {
        const inAddress = new URL(request.url ?? '', 'http://x').searchParams.get('query')
        const sql = inAddress ?? body
        const [, credentials = ''] = (request.headers.authorization ?? '').split(' ')
        const user = Buffer.from(credentials, 'base64').toString().split(':')[0] ?? ''
        received.push({ host, user, sql })
        if (sql.includes('groupArray(host_name)'))
          response.end('{"number":1,"hosts":["ch-1-1","ch-1-2"]}\n{"number":2,"hosts":["ch-2-1","ch-2-2"]}\n')
        else if (sql.includes('AS lacking')) response.end('{"lacking":0}\n')
        else if (sql.includes("database = 'analytics_all'"))
          response.end('{"name":"page_views"}\n{"name":"dropped"}\n')
        else if (sql.includes('FROM system.tables')) response.end('{"name":"page_views"}\n')
        else response.end()
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    servers.set(host, server)
  }
})

afterEach(() => {
  for (const server of servers.values()) server.close()
})

function open() {
  return openCluster(
    {
      kind: 'server',
      url: 'http://migrator:a@ch-1-1:8123',
      writerUrl: 'http://writer:b@ch-1-1:8123',
      readerUrl: 'http://reader:c@ch-1-1:8123',
    },
    'half_measure',
    (address) => {
      const url = new URL(address)
      const server = servers.get(url.hostname)
      url.port = String((server?.address() as AddressInfo | null)?.port ?? 1)
      url.hostname = '127.0.0.1'
      return createClient({ url: url.href })
    },
  )
}

const inserts = () => received.filter(({ sql }) => sql.startsWith('INSERT'))

describe('a cluster', () => {
  it('gets every attempt of a batch on the same shard, by the account that writes', async () => {
    const cluster = open()
    for (let i = 0; i < 3; i++) await insertEvents(cluster.writer, 'page_views', ROWS, TOKEN)
    await cluster.close()
    expect(inserts()).toHaveLength(3)
    expect(new Set(inserts().map(({ host }) => host)).size).toBe(1)
    expect(inserts().every(({ user }) => user === 'writer')).toBe(true)
    expect(inserts()[0]?.sql).toContain('INSERT INTO analytics.page_views')
  })

  it('goes to the other replica of the same shard when one does not respond', async () => {
    const cluster = open()
    await insertEvents(cluster.writer, 'page_views', ROWS, TOKEN)
    const first = inserts()[0]?.host ?? ''
    const server = servers.get(first)
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
    await expect(insertEvents(cluster.writer, 'page_views', ROWS, TOKEN)).rejects.toThrow()
    await insertEvents(cluster.writer, 'page_views', ROWS, TOKEN)
    await cluster.close()
    const other = inserts()[1]?.host ?? ''
    expect(other).not.toBe(first)
    expect(other.slice(0, 4)).toBe(first.slice(0, 4))
  })

  it('asks all shards, tells all nodes, and has each shard do its own part', async () => {
    const cluster = open()
    await cluster.reader.query({ query: 'SELECT 1 FROM analytics.page_views', format: 'JSONEachRow' })
    await cluster.migrator.command({ query: "ALTER TABLE analytics.page_views DROP PARTITION ID '202601'" })
    await cluster.migrator.command({ query: 'INSERT INTO analytics.a (x) SELECT x FROM analytics.b' })
    await cluster.close()
    const said = received.map(({ user, sql }) => `${user}: ${sql.replace(/\s*FORMAT JSONEachRow/, '')}`)
    expect(said).toContain('reader: SELECT 1 FROM analytics_all.page_views')
    expect(said).toContain(
      "migrator: ALTER TABLE analytics.page_views ON CLUSTER 'half_measure' DROP PARTITION ID '202601'",
    )
    expect(inserts().map(({ host }) => host.slice(0, 4))).toEqual(['ch-1', 'ch-2'])
  })

  it('has a table that asks all shards for each that they have, and for no other', async () => {
    const cluster = open()
    await cluster.afterMigrations([])
    await cluster.close()
    const changes = received.map(({ sql }) => sql).filter((sql) => /^(?:CREATE OR REPLACE|DROP)/.test(sql))
    expect(changes).toEqual([
      expect.stringContaining("TABLE analytics_all.page_views ON CLUSTER 'half_measure'"),
      "DROP TABLE IF EXISTS analytics_all.dropped ON CLUSTER 'half_measure' SYNC",
    ])
  })
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string
  return text
}
