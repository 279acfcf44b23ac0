import Bowser from 'bowser'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { RequestMetadata } from './request-metadata.ts'

export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'unknown'] as const
export type Device = (typeof DEVICES)[number]

/** A user agent, reduced to values of closed lists. */
export interface UserAgentDetails {
  readonly browser: string
  readonly os: string
  readonly device: Device
  /** It identifies itself as a program. */
  readonly isBot: boolean
}

export const UNKNOWN_CLIENT: UserAgentDetails = {
  browser: 'Other',
  os: 'Other',
  device: 'unknown',
  isBot: false,
}

const BROWSERS = new Set([
  'Chrome',
  'Safari',
  'Firefox',
  'Microsoft Edge',
  'Opera',
  'Samsung Internet for Android',
  'Android Browser',
  'Internet Explorer',
  'DuckDuckGo',
  'Vivaldi',
  'Yandex Browser',
  'UC Browser',
  'Google Search',
  'WeChat',
])
const SYSTEMS = new Set([
  'Windows',
  'macOS',
  'iOS',
  'Android',
  'Linux',
  'Chrome OS',
  'HarmonyOS',
  'PlayStation 4',
])

/** Parsing a user agent takes about 20 µs; a site sees a few thousand of them. */
const parsed = new LRUCache<string, UserAgentDetails>({ max: 5_000 })

/** All events of a beacon look up the same request, one after the other. */
let last: { readonly request: RequestMetadata; readonly details: UserAgentDetails } | undefined

export function parseUserAgent(request: RequestMetadata): UserAgentDetails {
  if (last?.request !== request) last = { request, details: lookUp(request) }
  return last.details
}

function lookUp(request: RequestMetadata): UserAgentDetails {
  const key = `${request.mobileHint}|${request.platformHint}|${request.userAgent}`
  let details = parsed.get(key)
  if (!details) parsed.set(key, (details = parse(request)))
  return details
}

function parse({ userAgent, mobileHint, platformHint }: RequestMetadata): UserAgentDetails {
  if (userAgent === '') return UNKNOWN_CLIENT
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = SYSTEMS.has(platformHint) ? platformHint : (os.name ?? '')
  return {
    browser: BROWSERS.has(browser.name ?? '') ? (browser.name ?? 'Other') : 'Other',
    os: SYSTEMS.has(system) ? system : 'Other',
    device: deviceOf(platform.type, mobileHint, system),
    isBot: isbot(userAgent),
  }
}

function deviceOf(type: string | undefined, mobileHint: string, system: string): Device {
  if (type === 'tablet' || type === 'tv') return type
  if (mobileHint === '?1' || type === 'mobile') return 'mobile'
  return type === 'desktop' || system === 'Chrome OS' ? 'desktop' : 'unknown'
}
