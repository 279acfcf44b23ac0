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

/**
 * The unit of limits: an IPv4 address, or the /64 network of an IPv6 address, since one client has the whole network.
 * Anything else is returned unchanged.
 */
export function clientNetwork(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (!isIPv6(plain)) return plain
  let network = networks.get(plain)
  if (network === undefined) networks.set(plain, (network = networkOf(plain)))
  return network
}

/** Expanding an IPv6 address takes a microsecond, and a reader sends several requests. */
const networks = new LRUCache<string, string>({ max: 5_000 })

function networkOf(ipv6: string): string {
  // A URL has the canonical form: lower case, no dots, zeroes as `::`.
  const canonical = new URL(`http://[${ipv6}]`).hostname.slice(1, -1)
  const [head = [], tail] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const groups =
    tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  if (canonical.startsWith('::ffff:') && tail?.length === 3) return dotted(tail.slice(1))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The /48 block around the /64 of an IPv6 address; undefined for any other network. */
export function networkBlock(network: string): string | undefined {
  const groups = /^((?:[^:]*:){3})[^:]*::\/64$/.exec(network)
  return groups?.[1] && `${groups[1]}:/48`
}

function dotted(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}
