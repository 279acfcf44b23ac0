import type { RequestMetadata } from '../src/ingest/request-metadata.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A reader's device and country, as requests and browser show them. */
export interface Reader {
  readonly isBot: boolean
  readonly request: Omit<RequestMetadata, 'receivedAt'>
  readonly screen: string
  readonly language: string
  readonly timezone: string
}

const BOT_SHARE = 0.015

export function pickReader(random: SeededRandom): Reader {
  const isBot = random.chance(BOT_SHARE)
  const { userAgent, platformHint, screens } = random.weighted(isBot ? BOTS : DEVICES)
  const { addresses, language, timezone } = random.weighted(COUNTRIES)
  const mobileHint = platformHint === 'Android' ? '?1' : platformHint ? '?0' : ''
  const clientAddress = random.pick(addresses)
  return {
    isBot,
    request: { userAgent, mobileHint, platformHint, isPrefetch: false, clientAddress },
    screen: random.pick(screens),
    language,
    timezone,
  }
}

/** Percent of sessions, language, time zone, and addresses that the country table places there. */
const COUNTRIES = [
  place(71, 'en-GB', 'Europe/London', '81.2.69.142', '212.58.244.20', '86.1.2.3', '2a00:23c0::1'),
  place(6, 'en-IE', 'Europe/Dublin', '87.32.0.1', '134.226.1.1'),
  place(9, 'en-US', 'America/New_York', '73.10.20.30', '17.0.0.1'),
  place(2.2, 'de-DE', 'Europe/Berlin', '80.130.1.1'),
  place(1.8, 'nl-NL', 'Europe/Amsterdam', '145.1.1.1'),
  place(1.7, 'nl-BE', 'Europe/Brussels', '193.190.198.10', '109.128.1.1'),
  place(1.9, 'en-AU', 'Australia/Melbourne', '139.130.4.5'),
  place(1.6, 'en-CA', 'America/Toronto', '99.224.1.1', '206.47.1.1'),
  place(1.1, 'fr-FR', 'Europe/Paris', '90.1.1.1'),
  place(0.8, 'es-ES', 'Europe/Madrid', '88.0.1.1'),
  place(0.8, 'sv-SE', 'Europe/Stockholm', '130.236.1.1'),
  place(0.7, 'da-DK', 'Europe/Copenhagen', '130.225.1.1'),
  place(0.7, 'ja-JP', 'Asia/Tokyo', '133.1.2.3'),
  place(0.7, 'en-NZ', 'Pacific/Auckland', '122.56.1.1'),
]

function place(share: number, language: string, timezone: string, ...addresses: [string, ...string[]]) {
  return { share, language, timezone, addresses }
}

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = `${WEBKIT} Chrome/156.0.0.0`
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const MOBILE_SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${MOBILE_SAFARI}`
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`

/** Percent of sessions, platform hint (Safari and Firefox send none), user agent, screens in CSS pixels. */
const DEVICES = [
  device(31, '', `${IPHONE} Version/26.1 Mobile/15E148 Safari/604.1`, '390x844', '393x852', '430x932'),
  device(4, '', `${IPHONE} Mobile/15E148 Instagram 402.0.0.29.94 (iPhone15,3; iOS 18_6; en_GB)`, '393x852'),
  device(3, '', `${IPHONE} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`, '390x844', '393x852'),
  device(19, 'Android', `${ANDROID} Chrome/156.0.0.0 Mobile Safari/537.36`, '360x800', '384x832', '412x915'),
  device(5, 'Android', `${ANDROID} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, '360x780'),
  device(
    4,
    '',
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${MOBILE_SAFARI} Version/26.1 Mobile/15E148 Safari/604.1`,
    '820x1180',
    '834x1194',
  ),
  device(13, 'Windows', `${WINDOWS}) ${CHROME} Safari/537.36`, '1920x1080', '1536x864', '2560x1440'),
  device(6, 'Windows', `${WINDOWS}) ${CHROME} Safari/537.36 Edg/156.0.0.0`, '1920x1080', '1536x864'),
  device(3, '', `${WINDOWS}; rv:152.0) Gecko/20100101 Firefox/152.0`, '1920x1080', '2560x1440'),
  device(6, '', `${MAC} ${MOBILE_SAFARI} Version/26.1 Safari/605.1.15`, '1440x900', '1512x982', '1728x1117'),
  device(5, 'macOS', `${MAC} ${CHROME} Safari/537.36`, '1440x900', '1512x982', '2560x1440'),
  device(1, 'Linux', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, '1920x1080'),
]

/** Bots that declare themselves. */
const BOTS = [
  device(50, '', `${ANDROID} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`, '411x731'),
  device(30, '', `Mozilla/5.0 ${WEBKIT} (compatible; bingbot/2.0) ${CHROME} Safari/537.36`, '1024x1024'),
  device(20, '', `Mozilla/5.0 ${WEBKIT}; compatible; GPTBot/1.3; +https://openai.com/gptbot`, '800x600'),
]

function device(share: number, platformHint: string, userAgent: string, ...screens: [string, ...string[]]) {
  return { share, platformHint, userAgent, screens }
}
