import Bowser from 'bowser'
import { describe, expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the name of a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Microsoft Edge on Windows',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/140.0.0.0 Safari/537.36`,
      'Chrome on Chrome OS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
      'Safari on iOS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`,
      'Chrome on iOS',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet for Android',
    ],
    ['Firefox/140.0', 'Firefox'],
  ])('is read from %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name)
  })

  it.each([
    undefined,
    '',
    'curl/8.15.0',
    'node',
    'python-requests/2.32',
    'Mozilla/5.0',
    '\u0000\u001B[31m',
    '/',
  ])('is not there for %j', (userAgent) => {
    expect(browserName(userAgent)).toBeNull()
  })

  it('is never what the client makes up', () => {
    for (const name of ['Your browser of old', '<b>Beer</b>', 'A\u0007B\u202E', 'x'.repeat(100_000)]) {
      expect(browserName(`Mozilla/5.0 (Windows NT 10.0) ${name}/1.0`)).toBeNull()
      expect(browserName(`${name}/1.0 (Windows NT 10.0)`)).toBeNull()
    }
  })

  it('has 60 characters at most, whatever the browser and the system', () => {
    const longest = (names: object) => Math.max(...Object.values(names).map((name: string) => name.length))
    expect(longest(Bowser.BROWSER_MAP) + ' on '.length + longest(Bowser.OS_MAP)).toBeLessThanOrEqual(60)
  })
})
