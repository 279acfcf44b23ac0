import { describe, expect, it } from 'vitest'
import { CHANNELS } from '@half-measure/shared/domain/known-sources.ts'
import { trafficOrigin } from './traffic-origin.ts'

const from = (referrer: string | undefined) => trafficOrigin(referrer, undefined, 'halfmeasure.test')

describe('trafficOrigin by referrer', () => {
  it.each([
    ['search', 'Google', 'https://www.google.com/'],
    ['search', 'Google', 'https://www.google.co.uk/search?q=pine+beer'],
    ['search', 'Google', 'https://www.google.ca/'],
    ['search', 'Google', 'https://www.google.es/'],
    ['search', 'Google', 'https://www.google.co.nz/'],
    ['search', 'Google', 'android-app://com.google.android.googlequicksearchbox/'],
    ['search', 'Bing', 'https://www.bing.com/'],
    ['search', 'DuckDuckGo', 'https://duckduckgo.com/'],
    ['search', 'DuckDuckGo', 'https://html.duckduckgo.com/html'],
    ['search', 'Yahoo', 'https://uk.search.yahoo.com/'],
    ['search', 'Ecosia', 'https://www.ecosia.org/'],
    ['search', 'Brave Search', 'https://search.brave.com/'],
    ['search', 'Kagi', 'https://kagi.com/'],
    ['search', 'Qwant', 'https://www.qwant.com/'],
    ['search', 'Startpage', 'https://www.startpage.com/'],
    ['search', 'Yandex', 'https://yandex.ru/'],
    ['search', 'Baidu', 'https://www.baidu.com/'],
    ['social', 'Facebook', 'https://www.facebook.com/'],
    ['social', 'Facebook', 'https://l.facebook.com/l.php?u=x'],
    ['social', 'Facebook', 'https://m.facebook.com/'],
    ['social', 'Instagram', 'https://l.instagram.com/'],
    ['social', 'X', 'https://t.co/abc'],
    ['social', 'X', 'https://x.com/'],
    ['social', 'Bluesky', 'https://go.bsky.app/redirect'],
    ['social', 'Threads', 'https://www.threads.net/'],
    ['social', 'Mastodon', 'https://mastodon.social/'],
    ['social', 'Reddit', 'https://out.reddit.com/'],
    ['social', 'Reddit', 'https://old.reddit.com/r/beer'],
    ['social', 'LinkedIn', 'https://lnkd.in/x'],
    ['social', 'TikTok', 'https://www.tiktok.com/'],
    ['social', 'YouTube', 'https://youtu.be/x'],
    ['social', 'Pinterest', 'https://www.pinterest.co.uk/'],
    ['social', 'WhatsApp', 'https://wa.me/'],
    ['social', 'Untappd', 'https://untappd.com/'],
    ['social', 'Hacker News', 'https://news.ycombinator.com/item?id=1'],
    ['ai_assistant', 'ChatGPT', 'https://chatgpt.com/'],
    ['ai_assistant', 'ChatGPT', 'https://chat.openai.com/'],
    ['ai_assistant', 'Claude', 'https://claude.ai/'],
    ['ai_assistant', 'Perplexity', 'https://www.perplexity.ai/'],
    ['ai_assistant', 'Gemini', 'https://gemini.google.com/'],
    ['ai_assistant', 'Copilot', 'https://copilot.microsoft.com/'],
    ['ai_assistant', 'DeepSeek', 'https://chat.deepseek.com/'],
    ['ai_assistant', 'Mistral', 'https://chat.mistral.ai/'],
    ['referral', 'Substack', 'https://someone.substack.com/p/x'],
    ['referral', 'Gmail', 'https://mail.google.com/'],
    ['referral', 'Gmail', 'android-app://com.google.android.gm/'],
    ['referral', 'Outlook', 'https://outlook.live.com/'],
    ['referral', 'docs.google.com', 'https://docs.google.com/document/d/x'],
    ['referral', 'camra.example', 'https://camra.example/news'],
    ['referral', 'blog.camra.example', 'http://blog.camra.example/'],
  ])('%s: %s, by %s', (channel, source, referrer) => {
    expect(from(referrer)).toMatchObject({ channel, source })
  })

  it.each([
    [undefined],
    [''],
    ['about:client'],
    ['file:///home/reader/page.html'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['not an address'],
    ['//google.com'],
  ])('direct: %j', (referrer) => {
    expect(from(referrer)).toEqual({ referrerHost: '', source: '', channel: 'direct' })
  })

  it.each([
    ['https://halfmeasure.test/stories'],
    ['https://www.halfmeasure.test/'],
    ['http://halfmeasure.test/'],
    ['https://HALFMEASURE.test/'],
  ])('internal: %s', (referrer) => {
    expect(from(referrer)).toEqual({
      referrerHost: 'halfmeasure.test',
      source: 'Internal (new tab)',
      channel: 'internal',
    })
  })

  it('is unknown where the reader accepted on a page reached from one of ours', () => {
    const here = (referrer: string, utm = {}) => trafficOrigin(referrer, utm, 'halfmeasure.test', true)
    expect(here('https://halfmeasure.test/stories')).toEqual({
      referrerHost: 'halfmeasure.test',
      source: 'Unknown (accepted on a later page)',
      channel: 'unknown',
    })
    expect(here('https://www.google.com/')).toMatchObject({ source: 'Google', channel: 'search' })
    expect(here('')).toMatchObject({ source: '', channel: 'direct' })
    expect(here('https://halfmeasure.test/', { source: 'google' })).toMatchObject({ source: 'Google' })
  })

  it('takes the loopback names for one host', () => {
    // Its reader opened http://127.0.0.1:8080 where SITE_ORIGIN is http://localhost:8080.
    expect(trafficOrigin('http://127.0.0.1:8080/stories', undefined, 'localhost:8080').channel).toBe(
      'internal',
    )
  })

  it('takes another port of our own host for another site', () => {
    expect(trafficOrigin('http://localhost:8080/', undefined, 'localhost:8080').channel).toBe('internal')
    expect(trafficOrigin('http://localhost:9999/', undefined, 'localhost:8080').channel).toBe('referral')
  })

  it.each([
    ['a name that ends like a known one', 'https://notgoogle.com/', 'notgoogle.com'],
    ['a known name in front of another', 'https://google.com.evil.test/', 'google.com.evil.test'],
    ['a known name as a user name', 'https://google.com@evil.test/', 'evil.test'],
    ['ours in front of another', 'https://halfmeasure.test.evil.test/', 'halfmeasure.test.evil.test'],
    ['a known name in the path', 'https://evil.test/google.com', 'evil.test'],
  ])('is not taken in by %s', (_, referrer, source) => {
    expect(from(referrer)).toEqual({ referrerHost: source, source, channel: 'referral' })
  })

  it('takes a host that the DNS could not have for none', () => {
    const host = (length: number) => `${'a'.repeat(60)}.`.repeat(5).slice(0, length - 4) + '.com'
    expect(from(`https://${host(253)}/`).referrerHost).toBe(host(253))
    expect(from(`https://${host(254)}/`)).toEqual({ referrerHost: '', source: '', channel: 'direct' })
    expect(from(`android-app://${host(254)}/`).referrerHost).toBe('')
  })

  it('writes hosts one way: lower case, no www, no default port, ASCII', () => {
    expect(from('https://WWW.Camra.Example:443/').referrerHost).toBe('camra.example')
    expect(from('http://camra.example:80/').referrerHost).toBe('camra.example')
    expect(from('https://camra.example:8443/').referrerHost).toBe('camra.example:8443')
    expect(from('https://bräu.example/').referrerHost).toBe('xn--bru-rla.example')
    expect(from('https://[2001:db8::1]/').referrerHost).toBe('[2001:db8::1]')
  })

  it('names the app that a link was opened in', () => {
    expect(from('android-app://com.example.reader/').referrerHost).toBe('com.example.reader')
  })
})

describe('trafficOrigin by campaign', () => {
  it.each([
    ['paid', 'Google', { source: 'google', medium: 'cpc' }],
    ['paid', 'Bing', { source: 'bing', medium: 'PPC' }],
    ['paid', 'Instagram', { source: 'instagram', medium: 'paid_social' }],
    ['paid', 'Google', { source: 'google', medium: 'paid search' }],
    ['paid', 'X', { source: 'x', medium: 'display' }],
    ['paid', 'X', { source: 'x', medium: 'retargeting' }],
    ['paid', 'X', { source: 'x', medium: 'affiliate' }],
    ['paid', 'Campaign without a source', { medium: 'cpc' }],
    ['newsletter', 'Campaign without a source', { source: ' ', medium: 'email' }],
    ['newsletter', 'friday-edition', { source: 'friday-edition', medium: 'email' }],
    ['newsletter', 'X', { source: 'x', medium: 'e-mail' }],
    ['newsletter', 'X', { source: 'x', medium: 'Newsletter' }],
    ['newsletter', 'friday-newsletter', { source: 'friday-newsletter' }],
    ['social', 'X', { source: 'x', medium: 'social' }],
    ['social', 'X', { source: 'x', medium: 'social-media' }],
    // What these really append to links, often without a referrer.
    ['ai_assistant', 'ChatGPT', { source: 'chatgpt.com' }],
    ['ai_assistant', 'Perplexity', { source: 'perplexity.ai' }],
    ['social', 'Facebook', { source: 'facebook' }],
    ['social', 'Instagram', { source: 'ig', medium: 'social' }],
    ['search', 'Google', { source: 'google', medium: 'organic' }],
    ['referral', 'camra', { source: 'camra', medium: 'referral' }],
    ['referral', 'camra', { source: 'camra' }],
    // Words that only begin like ours.
    ['referral', 'elsewhere', { source: 'elsewhere', medium: 'cpcx' }],
    ['referral', 'elsewhere', { source: 'elsewhere', medium: 'emails' }],
  ])('%s: %s, by %j', (channel, source, utm) => {
    expect(trafficOrigin(undefined, utm, 'halfmeasure.test')).toEqual({ referrerHost: '', source, channel })
  })

  it.each([
    ['google'],
    ['Google'],
    [' GOOGLE '],
    ['google.com'],
    ['www.google.co.uk'],
    ['com.google.android.googlequicksearchbox'],
  ])('knows %j as the source that a referrer from there would name', (source) => {
    expect(trafficOrigin(undefined, { source }, 'halfmeasure.test')).toMatchObject({
      source: from('https://www.google.com/').source,
      channel: 'search',
    })
  })

  it.each([
    ['twitter', 'X'],
    ['fb', 'Facebook'],
    ['insta', 'Instagram'],
    ['yt', 'YouTube'],
    ['Hacker News', 'Hacker News'],
    ['friday-edition', 'friday-edition'],
  ])('%s is %s', (campaign, source) => {
    expect(trafficOrigin(undefined, { source: campaign }, 'halfmeasure.test').source).toBe(source)
  })

  it('lets what the link says go before where it stood', () => {
    expect(
      trafficOrigin('https://www.facebook.com/', { source: 'spring', medium: 'cpc' }, 'halfmeasure.test'),
    ).toEqual({ referrerHost: 'facebook.com', source: 'spring', channel: 'paid' })
    expect(trafficOrigin('https://mail.google.com/', { medium: 'email' }, 'halfmeasure.test')).toEqual({
      referrerHost: 'mail.google.com',
      source: 'Gmail',
      channel: 'newsletter',
    })
  })

  it('goes by the referrer where the campaign says nothing of the channel', () => {
    expect(
      trafficOrigin('https://www.google.com/', { source: 'profile', medium: 'organic' }, 'halfmeasure.test'),
    ).toEqual({ referrerHost: 'google.com', source: 'profile', channel: 'search' })
    expect(trafficOrigin('https://www.google.com/', { campaign: 'x' }, 'halfmeasure.test').channel).toBe(
      'search',
    )
  })

  it('takes a link on one of our own pages for a new tab, unless it names a source', () => {
    const here = (utm: object) => trafficOrigin('https://halfmeasure.test/stories', utm, 'halfmeasure.test')
    expect(here({ medium: 'email' })).toMatchObject({ source: 'Internal (new tab)', channel: 'internal' })
    expect(here({ source: 'friday', medium: 'email' })).toMatchObject({ channel: 'newsletter' })
  })

  it('calls the same Direct, Internal and Unknown by source and by channel', () => {
    const referrers = [
      undefined,
      'https://halfmeasure.test/',
      'https://www.google.com/',
      'https://camra.example/',
    ]
    const sources = [undefined, '', ' ', 'google', 'friday', 'newsletter']
    const mediums = [undefined, '', 'cpc', 'email', 'social', 'organic']
    for (const referrer of referrers)
      for (const source of sources)
        for (const medium of mediums)
          for (const isWhereAccepted of [false, true]) {
            const utm = { ...(source !== undefined && { source }), ...(medium !== undefined && { medium }) }
            const found = trafficOrigin(referrer, utm, 'halfmeasure.test', isWhereAccepted)
            expect({ ...found, referrer, utm, direct: found.source === '' }).toMatchObject({
              direct: found.channel === 'direct',
            })
            expect(found.source === 'Internal (new tab)').toBe(found.channel === 'internal')
            expect(found.source.startsWith('Unknown')).toBe(found.channel === 'unknown')
          }
  })

  it('takes empty parameters for none', () => {
    expect(trafficOrigin(undefined, { source: '', medium: '' }, 'halfmeasure.test')).toEqual({
      referrerHost: '',
      source: '',
      channel: 'direct',
    })
  })
})

it('has a test for every channel above', () => {
  expect([...CHANNELS].sort()).toEqual([
    'ai_assistant',
    'direct',
    'internal',
    'newsletter',
    'paid',
    'referral',
    'search',
    'social',
    'unknown',
  ])
})
