import type { BlockList } from 'node:net'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { parseCidrs } from '../../config/addresses.ts'
import { addressBehind, clientAddressOf, clientNetwork, limitedNetworks } from './client-address.ts'

function networks(list: string): BlockList {
  const blocks = parseCidrs(list)
  if (typeof blocks === 'string') throw new Error(`${blocks} is no network`)
  return blocks
}

const READER = '203.0.113.7'
const PROXY = '10.0.0.2'
const CDN = '198.51.100.9'

describe('addressBehind', () => {
  it.each([
    ['nothing', undefined],
    ['a forged address', '8.8.8.8'],
    ['a forged chain', `8.8.8.8, ${PROXY}, ${PROXY}`],
    ['junk', '<script>, , unknown'],
  ])('no proxy: the peer, whatever it forwards: %s', (_, forwarded) => {
    expect(addressBehind(READER, forwarded, networks(''))).toBe(READER)
    expect(addressBehind(READER, forwarded, networks('10.0.0.0/8'))).toBe(READER)
  })

  it.each([
    ['what it appended', READER, READER],
    ['not what the reader wrote before that', `8.8.8.8, ${READER}`, READER],
    ['not a proxy’s address that the reader wrote', `8.8.8.8, ${PROXY}, ${READER}`, READER],
    ['not one that rotates', `${Math.random()}, ${READER}`, READER],
    ['a reader by IPv6', '2001:db8::1', '2001:db8::1'],
    ['a reader by IPv4 on a socket of both kinds', `::ffff:${READER}`, READER],
    ['with blanks or without', `8.8.8.8,${READER}  `, READER],
  ])('one proxy: %s', (_, forwarded, expected) => {
    expect(addressBehind(PROXY, forwarded, networks('10.0.0.0/8'))).toBe(expected)
  })

  it('two proxies: past both, and no further', () => {
    const trusted = networks(`10.0.0.0/8,${CDN}`)
    expect(addressBehind(PROXY, `${READER}, ${CDN}`, trusted)).toBe(READER)
    expect(addressBehind(PROXY, `8.8.8.8, ${READER}, ${CDN}`, trusted)).toBe(READER)
    expect(addressBehind(PROXY, `${CDN}, ${READER}, ${CDN}`, trusted)).toBe(READER)
  })

  it('two proxies, one of them trusted: the other is the client', () => {
    expect(addressBehind(PROXY, `${READER}, ${CDN}`, networks('10.0.0.0/8'))).toBe(CDN)
  })

  it('knows a trusted proxy on a socket of both kinds', () => {
    expect(addressBehind(`::ffff:${PROXY}`, READER, networks('10.0.0.0/8'))).toBe(READER)
    expect(addressBehind('::1', READER, networks('::1'))).toBe(READER)
  })

  it.each([
    ['forwards nothing', undefined],
    ['forwards an empty text', ''],
    ['forwards a name', 'unknown'],
    ['forwards an address with a port', `${READER}:4711`],
    ['forwards something behind the address', `${READER}, `],
  ])('a trusted proxy that %s is the client itself', (_, forwarded) => {
    expect(addressBehind(PROXY, forwarded, networks('10.0.0.0/8'))).toBe(PROXY)
  })

  it('a chain of trusted addresses alone ends at its first one', () => {
    expect(addressBehind(PROXY, '10.0.0.5, 10.0.0.4', networks('10.0.0.0/8'))).toBe('10.0.0.5')
  })

  it('gives no address for a peer that has disconnected', () => {
    expect(addressBehind('', READER, networks('10.0.0.0/8'))).toBe('')
  })
})

describe('clientAddressOf', () => {
  it('finds the address of the peer or behind it', async () => {
    const clientAddress = clientAddressOf(networks('10.0.0.0/8'))
    const app = new Hono().get('/', (c) => c.text(clientAddress(c)))
    const from = (remoteAddress: string, forwarded: string) =>
      app.request(
        '/',
        { headers: { 'X-Forwarded-For': forwarded } },
        { incoming: { socket: { remoteAddress, remotePort: 4711, remoteFamily: 'IPv4' } } },
      )
    expect(await (await from(PROXY, `8.8.8.8, ${READER}`)).text()).toBe(READER)
    expect(await (await from(READER, '8.8.8.8')).text()).toBe(READER)
  })
})

describe('clientNetwork', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })

  it('tells neighbouring /64 networks apart', () => {
    expect(clientNetwork('2001:db8:1:2::1')).not.toBe(clientNetwork('2001:db8:1:3::1'))
  })
})

describe('limitedNetworks', () => {
  it('are the network of an IPv6 address, and its /48 with the allowance of four', () => {
    expect(limitedNetworks('2001:db8:1:2:3:4:5:6')).toEqual([
      { key: '2001:db8:1:2::/64', times: 1 },
      { key: '2001:db8:1::/48', times: 4 },
    ])
    expect(limitedNetworks('2001:db8::1')[1]?.key).toBe('2001:db8:0::/48')
  })

  it.each(['203.0.113.7', '::ffff:203.0.113.7', 'unknown'])('have no block around %s', (address) => {
    expect(limitedNetworks(address)).toEqual([{ key: clientNetwork(address), times: 1 }])
  })
})
