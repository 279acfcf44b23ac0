import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** ISO 3166 alpha-2, or empty where the address is not in the table. */
export type CountryOf = (address: string) => string

/**
 * Country by address from the table of the package `@ip-location-db/geo-whois-asn-country-mmdb`
 * (data of the NRO, CC BY 4.0); a newer table is a newer version of the package. 8 MB, held in memory.
 */
export function openCountries(): CountryOf {
  const path = createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  )
  const reader = new Reader<CountryResponse & { country_code?: string }>(readFileSync(path))
  // Cached, because a reader's beacons come one after another.
  const known = new LRUCache<string, string>({ max: MAX_KNOWN })
  return (address) => {
    let country = known.get(address)
    if (country === undefined) known.set(address, (country = lookUp(reader, address)))
    return country
  }
}

const MAX_KNOWN = 5_000

/** Private and reserved networks, for which the table guesses a country: RFC 6890 and its successors. */
const NOWHERE = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/127',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]) {
  const [address = '', bits] = network.split('/')
  NOWHERE.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}

function lookUp(reader: Reader<CountryResponse & { country_code?: string }>, address: string): string {
  if (isIP(address) === 0 || NOWHERE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return ''
  try {
    const found = reader.get(address)
    return found?.country_code ?? found?.country?.iso_code ?? ''
  } catch {
    return '' // an address in a form that the reader does not know
  }
}
