import { WeightedList } from './weighted-list.ts'

/** Where a reader is, as the request and the browser show it. */
export interface Country {
  /** What the table of addresses says about all of them: ISO 3166 alpha-2. */
  readonly code: string
  readonly addresses: readonly [string, ...string[]]
  readonly language: string
  readonly timezone: string
  /** Of a hundred visits. */
  readonly share: number
}

function country(
  code: string,
  share: number,
  language: string,
  timezone: string,
  ...addresses: [string, ...string[]]
): Country {
  return { code, share, language, timezone, addresses }
}

export const COUNTRIES: readonly Country[] = [
  country('GB', 71, 'en-GB', 'Europe/London', '81.2.69.142', '212.58.244.20', '86.1.2.3', '2a00:23c0::1'),
  country('IE', 6, 'en-IE', 'Europe/Dublin', '87.32.0.1', '134.226.1.1'),
  country('US', 9, 'en-US', 'America/New_York', '73.10.20.30', '17.0.0.1'),
  country('DE', 2.2, 'de-DE', 'Europe/Berlin', '80.130.1.1'),
  country('NL', 1.8, 'nl-NL', 'Europe/Amsterdam', '145.1.1.1'),
  country('BE', 1.7, 'nl-BE', 'Europe/Brussels', '193.190.198.10', '109.128.1.1'),
  country('AU', 1.9, 'en-AU', 'Australia/Melbourne', '139.130.4.5'),
  country('CA', 1.6, 'en-CA', 'America/Toronto', '99.224.1.1', '206.47.1.1'),
  country('FR', 1.1, 'fr-FR', 'Europe/Paris', '90.1.1.1'),
  country('ES', 0.8, 'es-ES', 'Europe/Madrid', '88.0.1.1'),
  country('SE', 0.8, 'sv-SE', 'Europe/Stockholm', '130.236.1.1'),
  country('DK', 0.7, 'da-DK', 'Europe/Copenhagen', '130.225.1.1'),
  country('JP', 0.7, 'ja-JP', 'Asia/Tokyo', '133.1.2.3'),
  country('NZ', 0.7, 'en-NZ', 'Pacific/Auckland', '122.56.1.1'),
]

export const countries = new WeightedList(COUNTRIES, ({ share }) => share)
