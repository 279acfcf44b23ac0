import { randomUUID } from 'node:crypto'

/** A session that a test makes up, and can therefore count. */
export interface KnownSession {
  sessionId: string
  /** Of whole days before today, around noon in London. */
  daysAgo: number
  pages: string[]
  referrer: string
  userAgent: string
  /** `type:id` of each element clicked, on the last page. */
  clicks: string[]
  conversions: { type: string; value: number }[]
}

/** Tests that run past midnight go on with the day on which they began. */
const STARTED = new Date()

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const DESK =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** What figures call their pages. */
export const TITLES: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/stories': 'Stories',
  '/newsletter': 'The Friday Edition',
  '/articles/pine-beer': 'The Trouble with Drinking a Christmas Tree',
  '/articles/sleep-disrupted': 'Sleep, Disrupted: A Data Story',
}

const PATHS = ['/', '/articles/pine-beer', '/articles/sleep-disrupted', '/stories', '/newsletter']
const SEARCH = 'https://www.google.com/'

/** `count` sessions over the last days. They differ in every dimension that tests query, and are the same in each run. */
export function knownSessions(count: number): KnownSession[] {
  return Array.from({ length: count }, (_, n): KnownSession => ({
    sessionId: `session_${Date.now() - n}_${randomUUID().slice(0, 8)}`,
    daysAgo: 1 + (n % 5),
    pages: PATHS.slice(n % 3, (n % 3) + 1 + (n % 4)),
    referrer: n % 2 === 0 ? SEARCH : '',
    userAgent: n % 3 === 0 ? PHONE : DESK,
    clicks: n % 4 === 0 ? ['button:subscribe', 'link'] : [],
    conversions:
      n % 7 === 0
        ? [
            { type: 'newsletter_signup', value: 0 },
            { type: 'affiliate_click', value: 5 },
          ]
        : [],
  }))
}

/** Sends a session as a reader's browser would have. */
export async function sendSession(site: string, session: KnownSession): Promise<void> {
  const begun = session.daysAgo === 0 ? Date.now() - 1_000 : noonOf(session.daysAgo)
  const last = session.pages.at(-1) ?? '/'
  let second = 0
  const event = (type: string, page_path: string, more: object) => ({
    type,
    event_id: randomUUID(),
    occurred_at: new Date(session.daysAgo === 0 ? begun : begun + 1_000 * second++).toISOString(),
    page_path,
    ...more,
  })
  const events = [
    ...session.pages.map((page, n) =>
      event('page_view', page, { referrer: n === 0 ? session.referrer : site + page }),
    ),
    ...session.clicks.map((element) => {
      const [element_type = '', element_id] = element.split(':')
      return event('click', last, { element_type, ...(element_id !== undefined && { element_id }) })
    }),
    ...session.conversions.map(({ type, value }) =>
      event('conversion', last, { event_type: type, value, currency: 'GBP' }),
    ),
  ]
  const response = await fetch(`${site}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': session.userAgent },
    body: JSON.stringify({
      consent: { analytics: true, version: '2026-11', at: new Date(begun - 60_000).toISOString() },
      session_id: session.sessionId,
      events,
    }),
  })
  const taken = (await response.json()) as { accepted?: number }
  if (taken.accepted !== events.length) throw new Error(`not all was taken: ${JSON.stringify(taken)}`)
}

/** The day of a session in London, `YYYY-MM-DD`. */
export function dayOf({ daysAgo }: KnownSession): string {
  return londonDay(new Date(noonOf(daysAgo)))
}

/** Noon in UTC is around noon in London, whatever its clocks. */
function noonOf(daysAgo: number): number {
  return Date.parse(`${londonDay(STARTED)}T12:00:00Z`) - daysAgo * 86_400_000
}

export function londonDay(at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short' }).format(at)
}
