import { type BlockList, isIP, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Leaves the reader's address for the handlers after it. */
export function clientAddress(trusted: BlockList): MiddlewareHandler<AppEnv> {
  const addressOf = clientAddressOf(trusted)
  return async (c, next) => {
    c.set('clientAddress', addressOf(c))
    await next()
  }
}

/** Finds the reader's address: the peer's, or behind trusted proxies the first one from the right that is not theirs. */
export function clientAddressOf(trusted: BlockList): (c: Context) => string {
  const trustsNobody = trusted.rules.length === 0
  return (c) => {
    const peer = getConnInfo(c).remote.address ?? ''
    return trustsNobody ? unmapped(peer) : addressBehind(peer, c.req.header('x-forwarded-for'), trusted)
  }
}

/** Entries to the left of the first untrusted one are whatever the client wrote. */
export function addressBehind(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  let address = unmapped(peer)
  while (isTrusted(address, trusted)) {
    const next = unmapped(hops.pop() ?? '')
    if (isIP(next) === 0) return address
    address = next
  }
  return address
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** An IPv4 peer on an IPv6 socket is `::ffff:192.0.2.1`. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')
}
