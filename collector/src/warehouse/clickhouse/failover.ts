import { once } from 'node:events'
import { Agent as HttpAgent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { callbackify } from 'node:util'
import { afterRunningFor } from '../../platform/deadline.ts'

/** A replica that takes longer is skipped. */
const CONNECT_MS = 3_000

/**
 * Opens each connection to one of several replicas: the last one that was reached, else the next that can be. Only
 * connections fail over, never statements: an interrupted statement fails, and its retry may go elsewhere.
 *
 * @param addresses the replicas', all with the same protocol.
 */
export function failoverAgent(addresses: readonly URL[], options: AgentOptions): HttpAgent {
  const isSecure = addresses[0]?.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options)
  let preferred = 0
  const begin = callbackify(connectToFirst)
  agent.createConnection = (_, done) => {
    begin((error, socket) => done?.(error, socket))
    return undefined
  }
  return agent

  async function connectToFirst(): Promise<Socket> {
    let failure: unknown
    const first = preferred
    for (let i = 0; i < addresses.length; i++) {
      const at = (first + i) % addresses.length
      const address = addresses[at]
      if (address === undefined) continue
      try {
        const socket = await open(address)
        preferred = at
        return socket
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

async function open({ protocol, hostname, port }: URL): Promise<Socket> {
  const host = hostname.replaceAll(/[[\]]/g, '')
  const isSecure = protocol === 'https:'
  // An IP address cannot be a server name.
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = isSecure
    ? connectTls({ host, port: Number(port || 443), ...name })
    : connect({ host, port: Number(port || 80) })
  const cancel = afterRunningFor(CONNECT_MS, () =>
    socket.destroy(new Error(`${host} did not respond within ${CONNECT_MS / 1_000} s`)),
  )
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect')
    return socket
  } finally {
    cancel()
  }
}
