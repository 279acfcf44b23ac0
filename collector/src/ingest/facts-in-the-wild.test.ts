import { beforeAll, describe, expect, it } from 'vitest'
import { clientFacts } from '../ingest/client-facts.ts'
import { type CountryOf, openCountries } from '../ingest/country.ts'
import { trafficOrigin } from '../ingest/traffic-origin.ts'
import { aRequest } from '../testing/drafts.ts'

describe('addresses that are in no country', () => {
  let countryOf: CountryOf
  beforeAll(() => {
    countryOf = openCountries()
  })
  it.each([
    ['a private network', '192.168.1.1'],
    ['another one', '172.16.0.1'],
    ['carrier NAT', '100.64.0.1'],
    ['an example', '203.0.113.7'],
    ['an example by IPv6', '2001:db8::1'],
    ['a private network by IPv6', 'fd12::1'],
    ['a link', '169.254.1.1'],
    ['no address: a number too many', '8.8.8.8.8'],
    ['no address: a number too large', '8.8.8.256'],
    ['no address: a number too few', '1.2.3'],
  ])('%s', (_, address) => {
    expect(countryOf(address)).toBe('')
  })
})

describe('client facts', () => {
  it('takes a Chromebook for a desktop', () => {
    const userAgent =
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36'
    expect(clientFacts(aRequest({ userAgent }))).toMatchObject({ os: 'Chrome OS', device: 'desktop' })
  })

  it('goes by the user agent where the hint is not in the list', () => {
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36'
    expect(clientFacts(aRequest({ userAgent, platformHint: 'Unknown' })).os).toBe('Windows')
  })
})

describe('traffic origin', () => {
  it.each([
    // What these really append to links, often without a referrer.
    ['ai_assistant', { source: 'chatgpt.com' }],
    ['ai_assistant', { source: 'perplexity.ai' }],
    ['social', { source: 'facebook' }],
    ['social', { source: 'ig', medium: 'social' }],
    ['search', { source: 'google', medium: 'organic' }],
  ])('%s: %j', (channel, utm) => {
    expect(trafficOrigin(undefined, utm, 'halfmeasure.test').channel).toBe(channel)
  })

  it.each([
    ['search', 'https://www.google.ca/'],
    ['search', 'https://www.google.es/'],
    ['search', 'https://www.google.co.nz/'],
    ['referral', 'https://docs.google.com/document/d/x'],
    ['search', 'android-app://com.google.android.googlequicksearchbox/'],
    ['newsletter', 'android-app://com.google.android.gm/'],
  ])('%s: %s', (channel, referrer) => {
    expect(trafficOrigin(referrer, undefined, 'halfmeasure.test').channel).toBe(channel)
  })

  it('takes the loopback names for one host in the embedded default (decision 15, contract)', () => {
    // The reader opened http://127.0.0.1:8080 where SITE_ORIGIN is http://localhost:8080.
    expect(trafficOrigin('http://127.0.0.1:8080/stories', undefined, 'localhost:8080').channel).toBe(
      'internal',
    )
  })
})
