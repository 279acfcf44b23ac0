import { lookup } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** IPv4 networks without hosts of the internet: private, loopback, link-local, shared, documentation, multicast. */
const NOT_PUBLIC_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Within what IPv6 gives to hosts of the internet: tunnels, whose addresses contain one of IPv4, and documentation. */
const NOT_PUBLIC_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notPublic = new BlockList()
for (const [network, bits] of NOT_PUBLIC_IPV4) notPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of NOT_PUBLIC_IPV6) notPublic.addSubnet(network, bits, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public; fetching any other would let strangers reach into our own network. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !notPublic.check(address, 'ipv4')
  return global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

export class AddressNotAllowedError extends Error {
  override name = 'AddressNotAllowedError'
  readonly code = 'address_not_allowed'

  constructor(host: string) {
    super(`${host} has no address that may be connected to.`)
  }
}

/**
 * Looks a host up for a connection, which then goes to one of the checked addresses: no second look-up can give
 * another. Node does not look up hosts that are addresses; those are for the caller to check.
 */
export function lookupAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const addresses = found.filter(({ address }) => isAllowed(address))
      const [first] = addresses
      if (!first) return callback(new AddressNotAllowedError(host), [])
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}
