import { randomUUID } from 'node:crypto'
import { dateTime64 } from '../../../src/date-time64.ts'

/** The text of a page view as the spool keeps it, its batch left out. Overrides may be nonsense. */
export function rawPageView(overrides: Record<string, unknown> = {}): string {
  const now = dateTime64(Date.now())
  return JSON.stringify({
    event_id: randomUUID(),
    received_at: now,
    session_id: 'session_1763632800000_k3j9x2',
    consent_version: '2026-11',
    is_bot: 0,
    browser: 'Chrome',
    os: 'Windows',
    device: 'desktop',
    country: '',
    created_at: now,
    page_path: '/articles/pine-beer',
    page_title: '',
    referrer: '',
    referrer_host: '',
    source: '',
    channel: 'direct',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
    user_agent: '',
    language: '',
    timezone: '',
    screen: '',
    ...overrides,
  })
}

/** Such a row so many times. */
export function rawPageViews(count: number, overrides: Record<string, unknown> = {}): string[] {
  return Array.from({ length: count }, () => rawPageView(overrides))
}

export function eventIdOf(row: string): string {
  return (JSON.parse(row) as { event_id: string }).event_id
}
