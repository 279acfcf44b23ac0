import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRequest } from '../testing/drafts.ts'
import { parseUserAgent, DEVICES } from './user-agent.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

const detailsOf = (userAgent: string) => parseUserAgent(aRequest({ userAgent }))

describe('parseUserAgent of readers', () => {
  it.each([
    ['mobile', 'Safari', 'iOS', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
    ['mobile', 'Chrome', 'iOS', `${IPHONE} CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1`],
    ['mobile', 'Google Search', 'iOS', `${IPHONE} GSA/370.0.765573229 Mobile/15E148 Safari/604.1`],
    ['mobile', 'Chrome', 'Android', `${ANDROID} Chrome/137.0.0.0 Mobile Safari/537.36`],
    [
      'mobile',
      'Samsung Internet for Android',
      'Android',
      `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    ],
    ['mobile', 'Firefox', 'Android', 'Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0'],
    ['tablet', 'Firefox', 'Android', 'Mozilla/5.0 (Android 15; Tablet; rv:139.0) Gecko/139.0 Firefox/139.0'],
    ['tablet', 'Chrome', 'Android', `${ANDROID} Chrome/137.0.0.0 Safari/537.36`],
    [
      'tablet',
      'Safari',
      'iOS',
      'Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    ],
    [
      'desktop',
      'Safari',
      'macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    ],
    ['desktop', 'Chrome', 'Windows', `${WINDOWS} Chrome/137.0.0.0 Safari/537.36`],
    ['desktop', 'Microsoft Edge', 'Windows', `${WINDOWS} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`],
    ['desktop', 'Opera', 'Windows', `${WINDOWS} Chrome/135.0.0.0 Safari/537.36 OPR/120.0.0.0`],
    ['desktop', 'Firefox', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0'],
    [
      'desktop',
      'Chrome',
      'Chrome OS',
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
    ],
    [
      'tv',
      'Other',
      'Other',
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/5.0 NativeTVAds Safari/538.1',
    ],
  ] as const)('%s: %s on %s', (device, browser, os, userAgent) => {
    expect(detailsOf(userAgent)).toEqual({ device, browser, os, isBot: false })
  })

  it('believes the hints of a browser that hides its phone or its system', () => {
    const frozen = `${WINDOWS} Chrome/137.0.0.0 Safari/537.36`
    expect(parseUserAgent(aRequest({ userAgent: frozen, mobileHint: '?1' })).device).toBe('mobile')
    expect(parseUserAgent(aRequest({ userAgent: frozen, mobileHint: '?0' })).device).toBe('desktop')
    expect(parseUserAgent(aRequest({ userAgent: frozen, platformHint: 'macOS' })).os).toBe('macOS')
  })

  it('does not let one reader’s hints rub off on the next with the same user agent', () => {
    const userAgent = `${WINDOWS} Chrome/136.0.0.0 Safari/537.36`
    parseUserAgent(aRequest({ userAgent, mobileHint: '?1', platformHint: 'Android' }))
    expect(parseUserAgent(aRequest({ userAgent }))).toEqual({
      browser: 'Chrome',
      os: 'Windows',
      device: 'desktop',
      isBot: false,
    })
  })

  it('does not store hints that are not in its lists', () => {
    const userAgent = `${WINDOWS} Chrome/137.0.0.0 Safari/537.36`
    expect(parseUserAgent(aRequest({ userAgent, platformHint: 'x'.repeat(4_000) })).os).toBe('Windows')
    expect(parseUserAgent(aRequest({ userAgent, platformHint: 'Unknown' })).os).toBe('Windows')
    expect(parseUserAgent(aRequest({ userAgent, mobileHint: 'yes' })).device).toBe('desktop')
  })
})

describe('parseUserAgent of programs', () => {
  it.each([
    [
      `${ANDROID} Chrome/137.0.7151.68 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    ],
    [
      'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    ],
    ['Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)'],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/137.0.0.0 Safari/537.36',
    ],
    [`${ANDROID} Chrome/137.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse`],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['curl/8.5.0'],
    ['python-requests/2.32.3'],
    ['Go-http-client/2.0'],
  ])('%s', (userAgent) => {
    expect(detailsOf(userAgent).isBot).toBe(true)
  })
})

describe('parseUserAgent of junk', () => {
  it('takes no user agent for a reader of whom nothing is known', () => {
    expect(detailsOf('')).toEqual({ browser: 'Other', os: 'Other', device: 'unknown', isBot: false })
  })

  it.each([
    ['brackets', '('.repeat(1_000)],
    ['separators', 'Mozilla/5.0 '.padEnd(1_000, ';')],
    ['slashes', 'a/'.repeat(500)],
    ['version parts', 'Version/'.padEnd(1_000, '1.')],
    ['names of systems', 'Android '.repeat(125)],
    ['blanks', ' '.repeat(1_000)],
    ['bytes above ASCII', '\u00FF\u00A0'.repeat(500)],
    ['a name that every object has', '__proto__'],
    ['another one', 'constructor/1.0'],
  ])('reads 1,000 characters of %s at once', (_, userAgent) => {
    // A pattern that backtracks without end would outlast the test's own limit.
    const details = detailsOf(userAgent)
    expect(details.browser).toMatch(/^(?:Other|Android Browser)$/)
    expect(details.os).toMatch(/^(?:Other|Android)$/)
    expect(DEVICES).toContain(details.device)
  })

  it('maps any input to words of its lists, the same each time', () => {
    const word = fc.constantFrom(
      'Chrome/1',
      'Mobile',
      'Android 9',
      'iPad',
      'Safari/1',
      'bot',
      ';',
      '(',
      'X11',
      'CrOS',
    )
    const userAgents = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    )
    const words = new Set<string>()
    fc.assert(
      fc.property(userAgents, (userAgent) => {
        const details = detailsOf(userAgent)
        expect(detailsOf(userAgent)).toEqual(details)
        expect(DEVICES).toContain(details.device)
        words.add(details.browser).add(details.os)
      }),
      { numRuns: 500 },
    )
    // The lists that the columns of low cardinality are made for.
    expect(words.size).toBeLessThan(30)
  })
})
