import { WeightedList } from './weighted-list.ts'

/** A browser on a device, as its requests show it. */
export interface Device {
  readonly userAgent: string
  /** `Sec-CH-UA-Mobile`; empty from browsers that do not send it. */
  readonly mobileHint: '?1' | '?0' | ''
  readonly platformHint: string
  /** CSS pixels, width by height. */
  readonly screens: readonly [string, ...string[]]
  /** Of a hundred visits. */
  readonly share: number
}

const CHROME = 'Chrome/156.0.0.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)'

/** Safari and Firefox send no hints. */
function silent(userAgent: string, share: number, ...screens: [string, ...string[]]): Device {
  return { userAgent, mobileHint: '', platformHint: '', screens, share }
}

function hinting(
  userAgent: string,
  platformHint: string,
  share: number,
  ...screens: [string, ...string[]]
): Device {
  return { userAgent, mobileHint: platformHint === 'Android' ? '?1' : '?0', platformHint, screens, share }
}

/** What the magazine's readers hold in their hands: mostly telephones. */
export const devices = new WeightedList<Device>(
  [
    silent(
      `${IPHONE} Version/26.1 Mobile/15E148 Safari/604.1`,
      31,
      '390x844',
      '393x852',
      '402x874',
      '430x932',
    ),
    silent(
      `${IPHONE} Mobile/15E148 Instagram 402.0.0.29.94 (iPhone15,3; iOS 18_6; en_GB; en-GB; scale=3.00; 1179x2556)`,
      4,
      '393x852',
    ),
    silent(`${IPHONE} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`, 3, '390x844', '393x852'),
    hinting(
      `${ANDROID} ${WEBKIT} ${CHROME} Mobile Safari/537.36`,
      'Android',
      19,
      '360x800',
      '384x832',
      '412x915',
    ),
    hinting(
      `${ANDROID} ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
      'Android',
      5,
      '360x780',
      '384x832',
    ),
    silent(
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
      4,
      '820x1180',
      '834x1194',
    ),
    hinting(
      `${WINDOWS} ${WEBKIT} ${CHROME} Safari/537.36`,
      'Windows',
      13,
      '1920x1080',
      '1536x864',
      '2560x1440',
    ),
    hinting(
      `${WINDOWS} ${WEBKIT} ${CHROME} Safari/537.36 Edg/156.0.0.0`,
      'Windows',
      6,
      '1920x1080',
      '1536x864',
    ),
    silent(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
      3,
      '1920x1080',
      '2560x1440',
    ),
    silent(
      `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
      6,
      '1440x900',
      '1512x982',
      '1728x1117',
    ),
    hinting(`${MAC} ${WEBKIT} ${CHROME} Safari/537.36`, 'macOS', 5, '1440x900', '1512x982', '2560x1440'),
    hinting(`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} ${CHROME} Safari/537.36`, 'Linux', 1, '1920x1080'),
  ],
  ({ share }) => share,
)

/** Programs that say so. */
export const bots = new WeightedList<Device>(
  [
    silent(
      `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${WEBKIT} ${CHROME} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
      50,
      '411x731',
    ),
    silent(
      `Mozilla/5.0 ${WEBKIT} (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) ${CHROME} Safari/537.36`,
      30,
      '1024x1024',
    ),
    silent(`Mozilla/5.0 ${WEBKIT}; compatible; GPTBot/1.3; +https://openai.com/gptbot`, 20, '800x600'),
  ],
  ({ share }) => share,
)
