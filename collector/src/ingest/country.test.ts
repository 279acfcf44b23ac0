import { beforeAll, describe, expect, it } from 'vitest'
import { type CountryOf, openCountries } from './country.ts'

describe('openCountries', () => {
  let countryOf: CountryOf
  beforeAll(() => {
    countryOf = openCountries()
  })

  it.each([
    ['GB', 'the BBC', '212.58.244.70'],
    ['GB', 'the BBC, by IPv6', '2001:4b10::1'],
    ['GB', 'the universities’ network', '193.62.157.66'],
    ['GB', 'the same, by IPv6', '2001:630::1'],
    ['GB', 'a line at home, by IPv6', '2a02:c7c::1'],
    ['DE', 'a data centre', '78.46.0.1'],
    ['DE', 'the same, by IPv6', '2a01:4f8::1'],
    ['ES', 'a telephone company', '80.58.61.250'],
    ['US', 'a resolver', '8.8.8.8'],
    ['US', 'the same, by IPv6', '2001:4860:4860::8888'],
  ])('%s: %s', (country, _, address) => {
    expect(countryOf(address)).toBe(country)
  })

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback, by IPv6', '::1'],
    ['a private network', '10.0.0.1'],
    ['another one', '172.16.0.1'],
    ['a third one', '192.168.1.1'],
    ['a private network, by IPv6', 'fd12::1'],
    ['carrier NAT', '100.64.0.1'],
    ['an example', '203.0.113.7'],
    ['an example, by IPv6', '2001:db8::1'],
    ['a link, by IPv4', '169.254.1.1'],
    ['a link', 'fe80::1'],
    ['a link with its interface', 'fe80::1%eth0'],
    ['nobody', '0.0.0.0'],
    ['everybody', '255.255.255.255'],
    ['no address', ''],
    ['a name', 'localhost'],
    ['an address with a port', '8.8.8.8:80'],
    ['an address with a number too many', '8.8.8.8.8'],
    ['an address with a number too few', '1.2.3'],
    ['an address with a number too large', '8.8.8.256'],
    ['a name that every object has', '__proto__'],
    ['1,000 characters', '8'.repeat(1_000)],
  ])('knows none for %s', (_, address) => {
    expect(countryOf(address)).toBe('')
  })
})
