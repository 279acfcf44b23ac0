import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-addresses.ts'

describe('isPublicAddress', () => {
  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:2800:220:1::1', '2a00:1450:4009::200e'])(
    '%s is of the internet',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ['loopback', '127.0.0.1', '127.8.8.8', '::1'],
    ['this host', '0.0.0.0', '::'],
    ['private', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1'],
    ['link-local, with the metadata of clouds', '169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
    ['shared by customers of a provider', '100.64.0.1'],
    ['benchmarks and documentation', '198.18.0.1', '192.0.2.1', '203.0.113.9', '2001:db8::1', '3fff::1'],
    ['multicast and reserved', '224.0.0.1', '255.255.255.255', 'ff02::1'],
    ['IPv4 within IPv6', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
  ])('%s is not', (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })
})
