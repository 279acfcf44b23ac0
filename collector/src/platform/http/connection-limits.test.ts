import { BlockList, createServer, Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { connectionsFor, limitConnections } from './connection-limits.ts'

/** A server without a port, on which connections from any address arrive. */
function openServer(limits: { total?: number; perNetwork?: number }) {
  const server = createServer()
  limitConnections(server, { trustedProxies: new BlockList(), log: createLogger('silent'), ...limits })
  return (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    server.emit('connection', socket)
    return socket
  }
}

const network = (n: number) => `2001:db8:1:${n.toString(16)}::1`

it('a /48 holds as many connections as four networks, however many it uses', () => {
  const connect = openServer({ perNetwork: 3 })
  const sockets = Array.from({ length: 100 }, (_, n) => connect(network(n)))
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(12)
  expect(connect('2001:db8:2:1::1').destroyed).toBe(false)
  expect(connect('203.0.113.7').destroyed).toBe(false)
})

it('a /48 holds no more than half of all connections, where those are few', () => {
  const connect = openServer({ total: 16 })
  const sockets = Array.from({ length: 16 }, (_, n) => connect(network(n)))
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(8)
})

it('a network beyond its limit takes nothing from the others of its /48', () => {
  const connect = openServer({ perNetwork: 3 })
  const sockets = Array.from({ length: 100 }, () => connect(network(1)))
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(3)
  expect(connect(network(2)).destroyed).toBe(false)
})

it('connections that end make room for the /48, those that were refused do not', async () => {
  const connect = openServer({ perNetwork: 1 })
  const sockets = Array.from({ length: 6 }, (_, n) => connect(network(n)))
  expect(sockets.map((socket) => socket.destroyed)).toEqual([false, false, false, false, true, true])
  const closed = new Promise((resolve) => sockets[0]?.once('close', resolve))
  sockets[0]?.destroy()
  await closed
  expect(connect(network(7)).destroyed).toBe(false)
  expect(connect(network(8)).destroyed).toBe(true)
})

it.each([
  [1_024, 192],
  [20_000, 4_936],
  [1_048_576, 5_000],
  [Infinity, 5_000],
  [256, 16],
])('connections leave room for the log: of %d open files, %d on each port', (files, expected) => {
  expect(connectionsFor(files)).toBe(expected)
})
