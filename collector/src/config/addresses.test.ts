import type { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isHttpsOnly, parseCidrs, servedAt } from './addresses.ts'

/** Which of the addresses a list has, where it can be read. */
function trusted(list: string, ...addresses: string[]): string[] {
  const blocks = parseCidrs(list)
  if (typeof blocks === 'string') throw new Error(`${blocks} is no network`)
  return addresses.filter((address) => has(blocks, address))
}

function has(blocks: BlockList, address: string): boolean {
  return blocks.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

describe('parseCidrs', () => {
  it('reads networks of both kinds, with blanks and empty parts', () => {
    expect(
      trusted(
        ' 10.0.0.0/8, 192.168.1.0/24,, fd00::/8 ,',
        '10.255.0.1',
        '11.0.0.1',
        '192.168.1.9',
        '192.168.2.9',
        'fd12::1',
        'fe80::1',
      ),
    ).toEqual(['10.255.0.1', '192.168.1.9', 'fd12::1'])
  })

  it('takes a bare address for itself', () => {
    expect(trusted('192.0.2.1,2001:db8::1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2')).toEqual([
      '192.0.2.1',
      '2001:db8::1',
    ])
  })

  it('takes the widest and the narrowest prefix', () => {
    expect(trusted('0.0.0.0/0', '8.8.8.8', '::1')).toEqual(['8.8.8.8'])
    expect(trusted('::/0', '2001:db8::1')).toEqual(['2001:db8::1'])
    expect(trusted('192.0.2.1/32,2001:db8::1/128', '192.0.2.1', '192.0.2.0', '2001:db8::1')).toEqual([
      '192.0.2.1',
      '2001:db8::1',
    ])
  })

  it('has nobody in an empty list', () => {
    expect(trusted('', '127.0.0.1', '::1')).toEqual([])
  })

  it.each([
    ['proxy.internal'],
    ['10.0.0.0/33'],
    ['10.0.0.0/-1'],
    ['10.0.0.0/8.5'],
    ['10.0.0.0/eight'],
    ['fd00::/129'],
    ['10.0.0/8'],
    ['256.0.0.1'],
    ['/8'],
    ['10.0.0.0/'],
    ['10.0.0.0/8/9'],
    ['10.0.0.0/0x8'],
    ['*'],
  ])('names %s, which is no network', (part) => {
    expect(parseCidrs(`10.0.0.0/8,${part}`)).toBe(part)
  })
})

describe('servedAt', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://[::1]:8080'],
    ['fd00::5', 'http://[fd00::5]:8080'],
    ['localhost', 'http://localhost:8080'],
  ])('%s: %s', (host, origin) => {
    expect(servedAt(host, 8080)).toBe(origin)
  })
})

describe('isHttpsOnly', () => {
  it.each([
    ['https://halfmeasure.test', true],
    ['https://halfmeasure.test:8443', true],
    ['http://halfmeasure.test', false],
    ['https://localhost', false],
    ['https://admin.localhost:8443', false],
    ['https://127.0.0.1', false],
  ])('%s: %s', (origin, expected) => {
    expect(isHttpsOnly(origin)).toBe(expected)
  })
})
