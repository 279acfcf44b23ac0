import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePorts } from '../../../test/faults/harness/free-ports.ts'
import { stall } from '../../testing/stall.ts'
import type { ClickHouse } from './clickhouse.ts'
import { failoverAgent } from './failover.ts'
import { openClickHouse } from './open-clickhouse.ts'

/** Replicas of one shard, which record the user of each request. */
let replicas: Server[]
let seen: string[]
let clickhouse: ClickHouse

beforeEach(async () => {
  seen = []
  // One listens again on the port that it had, which an outgoing connection must not get meanwhile.
  const [one = 0, other = 0] = await freePorts(2)
  replicas = [await listen('first', one), await listen('second', other)]
  const hosts = replicas.map((server) => `127.0.0.1:${portOf(server)}`)
  clickhouse = await openClickHouse({
    kind: 'server',
    url: `http://migrator:a@${hosts[0] ?? ''}`,
    writerUrl: `http://writer:b@${hosts[0] ?? ''}`,
    cluster: { name: 'some', shards: [hosts] },
  })
})

afterEach(async () => {
  await clickhouse.close()
  for (const server of replicas) await stop(server)
})

const insert = () => clickhouse.writer.command({ query: 'INSERT' })

describe('the replicas of a shard', () => {
  it('are used one at a time, the first as long as it responds', async () => {
    await insert()
    await insert()
    expect(seen).toEqual(['first: writer', 'first: writer'])
    expect(clickhouse.shards).toHaveLength(1)
    expect(clickhouse.shards[0].replicated).toBe(true)
  })

  it('take over from each other, and stay with the one that did', async () => {
    await insert()
    const [first] = replicas
    const port = first ? portOf(first) : 0
    if (first) await stop(first)
    // What is under way there fails; nothing is sent twice behind the caller's back.
    await insert().catch(() => insert())
    replicas[0] = await listen('first again', port)
    await insert()
    expect(seen).toEqual(['first: writer', 'second: writer', 'second: writer'])
  })

  it('are not skipped for a stall of this machine', async () => {
    const ports = replicas.map(portOf)
    const agent = failoverAgent(
      ports.map((port) => new URL(`http://127.0.0.1:${port}`)),
      {},
    )
    // From here, timers come before sockets.
    await new Promise(setImmediate)
    const connected = new Promise<Duplex>((resolve, reject) => {
      agent.createConnection({}, (error, socket) => (error ? reject(error) : resolve(socket)))
    })
    process.nextTick(() => stall(3_100))
    const socket = await connected
    expect((socket as Socket).remotePort).toBe(ports[0])
    socket.destroy()
  })

  it('say why where none responds', async () => {
    for (const server of replicas) await stop(server)
    await expect(insert()).rejects.toThrow('ECONNREFUSED')
  })

  it('have each its own migrator, for what they do not copy from each other', async () => {
    for (const replica of clickhouse.shards[0].replicas) await replica.command({ query: 'CREATE' })
    expect(seen).toEqual(['first: migrator', 'second: migrator'])
  })
})

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function listen(name: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const [, credentials = ''] = (request.headers.authorization ?? '').split(' ')
    seen.push(`${name}: ${Buffer.from(credentials, 'base64').toString().split(':')[0] ?? ''}`)
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return server
}

function stop(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}
