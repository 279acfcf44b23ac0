import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** ISO 3166 alpha-2, or empty where the address is not in the table. */
export type CountryOf = (address: string) => string

/**
 * Country by address from the table of the package `@ip-location-db/geo-whois-asn-country-mmdb` (CC0); a newer
 * table is a newer version of the package. 8 MB, held in memory.
 */
export function openCountries(): CountryOf {
  const path = createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  )
  const reader = new Reader<CountryResponse & { country_code?: string }>(readFileSync(path))
  // The events of a beacon ask one after the other for the same one.
  let last = { address: '', country: '' }
  return (address) => {
    if (address !== last.address) last = { address, country: lookUp(reader, address) }
    return last.country
  }
}

function lookUp(reader: Reader<CountryResponse & { country_code?: string }>, address: string): string {
  try {
    const found = reader.get(address)
    return found?.country_code ?? found?.country?.iso_code ?? ''
  } catch {
    return '' // not an address
  }
}
