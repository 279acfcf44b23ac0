import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'

/** The client's address: the peer's or, behind trusted proxies, the last one that is not a proxy's. */
export function requestAddressOf(trusted: BlockList): (request: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const forwardedFor = headers['x-forwarded-for']
    return addressBehind(socket.remoteAddress ?? '', forwardedFor?.toString(), trusted)
  }
}

/** The same for a request in Hono. */
export function clientAddressOf(trusted: BlockList): (c: Context) => string {
  return (c) => addressBehind(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), trusted)
}

/** Clients can forge all entries to the left of the first untrusted one. */
export function addressBehind(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = unmapped(peer)
  if (trusted.rules.length === 0) return address
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  while (isIn(trusted, address)) {
    const next = unmapped(hops.pop() ?? '')
    if (isIP(next) === 0) return address
    address = next
  }
  return address
}

export function isIn(blocks: BlockList, address: string): boolean {
  return blocks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** An IPv4 peer on an IPv6 socket is `::ffff:192.0.2.1`. */
export function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')
}

/** A key that a limit counts a client by, with the allowance of `times` networks. */
export interface LimitedNetwork {
  readonly key: string
  readonly times: number
}

/** A /48 has the allowance of this many networks, although it contains 65,536. */
export const NETWORKS_PER_BLOCK = 4

/**
 * A client's network and, with IPv6, the /48 block around it, which one customer may own. They are charged in this
 * order, so that a network beyond its allowance takes nothing from its neighbours.
 */
export function limitedNetworks(address: string): readonly [LimitedNetwork, ...LimitedNetwork[]] {
  const plain = address.split('%')[0] ?? ''
  if (!isIPv6(plain)) return [{ key: plain, times: 1 }]
  let limited = known.get(plain)
  if (limited === undefined) known.set(plain, (limited = withBlock(networkOf(plain))))
  return limited
}

/**
 * An IPv4 address, or the /64 network of an IPv6 address, since one client has the whole network. Anything else is
 * returned unchanged. Limits count by `limitedNetworks`.
 */
export function clientNetwork(address: string): string {
  return limitedNetworks(address)[0].key
}

/** Expanding an IPv6 address takes a microsecond, and a reader sends several requests. */
const known = new LRUCache<string, ReturnType<typeof limitedNetworks>>({ max: 5_000 })

function networkOf(ipv6: string): string {
  // A URL has the canonical form: lower case, no dots, zeroes as `::`.
  const canonical = new URL(`http://[${ipv6}]`).hostname.slice(1, -1)
  const [head = [], tail] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const groups =
    tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  if (canonical.startsWith('::ffff:') && tail?.length === 3) return dotted(tail.slice(1))
  return `${groups.slice(0, 4).join(':')}::/64`
}

function withBlock(network: string): ReturnType<typeof limitedNetworks> {
  const own = { key: network, times: 1 }
  const groups = /^((?:[^:]*:){3})[^:]*::\/64$/.exec(network)?.[1]
  return groups === undefined ? [own] : [own, { key: `${groups}:/48`, times: NETWORKS_PER_BLOCK }]
}

function dotted(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}
