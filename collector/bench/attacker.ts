import { randomUUID } from 'node:crypto'
import { CONSENT_VERSION } from '@half-measure/shared/domain/consent.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { beaconOf, CONSENT, from, post, repeat } from './clients.ts'

export interface AttackOrder {
  readonly name: AttackName
  readonly site: string
  readonly dashboard: string
  /** An API token for figures and raw events. */
  readonly token: string
  /** The access token of an opened share link. */
  readonly link: string
  readonly durationMs: number
}

/** Responses to the attacker, by status: requests refused at the door prove nothing. */
export type Statuses = Record<string, number>

export type AttackName = (typeof ATTACK_NAMES)[number]

export const ATTACK_NAMES = [
  'erasures of invented sessions',
  'figures by one token',
  'figures by one share link',
  'raw events by one token',
  'assignments',
  'consent records',
  'health',
  'refused beacons of 60 KB',
  'new sessions of one event each',
  'events of last week in new sessions',
] as const

/**
 * Maximum requests per second from one address: half of a network's limit. The attacker shares the machine with his
 * target: without a limit this would measure how the two share its processors.
 */
const REQUESTS_PER_SECOND = 500

/** All requests come from here, so that the limits for one network apply. */
const ADDRESS = from('198.51.100.7')

interface Attack {
  readonly connections: number
  readonly send: (order: AttackOrder, signal: AbortSignal) => Promise<Response>
}

function byStranger(connections: number, send: (site: string) => Promise<Response>): Attack {
  return { connections, send: ({ site }) => send(site) }
}

function byViewer(
  connections: number,
  path: () => string,
  secret: (order: AttackOrder) => string = ({ token }) => token,
): Attack {
  return {
    connections,
    send: (order, signal) =>
      fetch(`${order.dashboard}/api/stats/${path()}`, {
        headers: { authorization: `Bearer ${secret(order)}` },
        signal,
      }),
  }
}

const ATTACKS: Readonly<Record<AttackName, Attack>> = {
  'erasures of invented sessions': byStranger(20, (site) =>
    post(site, '/api/erasure', { session_id: session(Date.now()) }, ADDRESS),
  ),
  'figures by one token': byViewer(100, () => `query?${slowQuery(90)}`),
  'figures by one share link': byViewer(
    100,
    () => `query?${slowQuery(7)}`,
    ({ link }) => link,
  ),
  'raw events by one token': byViewer(10, () => {
    const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
    return `events.csv?table=page_views&day=${day}`
  }),
  assignments: byStranger(50, (site) =>
    post(
      site,
      '/api/assignments',
      { consent: CONSENT, session_id: session(Date.now() - 30 * DAY_MS), test_name: 'cta_button_text' },
      ADDRESS,
    ),
  ),
  'consent records': byStranger(50, (site) =>
    post(site, '/api/consent', { id: randomUUID(), version: CONSENT_VERSION, granted: true }, ADDRESS),
  ),
  health: byStranger(50, (site) => fetch(`${site}/api/health`, { headers: ADDRESS })),
  'refused beacons of 60 KB': byStranger(20, (site) =>
    post(site, '/api/events', { ...beaconOf('no session'), padding: 'x'.repeat(60_000) }, ADDRESS),
  ),
  'new sessions of one event each': byStranger(50, (site) =>
    post(site, '/api/events', beaconOf(session(Date.now())), ADDRESS),
  ),
  'events of last week in new sessions': byStranger(20, (site) => {
    const at = Date.now() - 6 * DAY_MS
    return post(site, '/api/events', beaconOf(session(at), at), ADDRESS)
  }),
}

if (import.meta.main) process.send?.(await run(JSON.parse(process.argv[2] ?? '') as AttackOrder))

async function run(order: AttackOrder): Promise<Statuses> {
  const { connections, send } = ATTACKS[order.name]
  const stop = AbortSignal.timeout(order.durationMs)
  const statuses: Statuses = {}
  await Promise.all(
    Array.from({ length: connections }, () =>
      repeat(stop, (1_000 * connections) / REQUESTS_PER_SECOND, async () => {
        const response = await send(order, stop)
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        await response.text()
      }),
    ),
  )
  return statuses
}

function slowQuery(days: number): string {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
  return new URLSearchParams({
    // Tokens may read only whole hours.
    from: new Date(hour - days * DAY_MS).toISOString(),
    to: new Date(hour).toISOString(),
    metrics: 'sessions,bounce_rate,conversion_rate',
    by: 'variant',
    // The comparison of a share link.
    compare: 'week',
    search: word(),
  }).toString()
}

function session(at: number): string {
  return `session_${at}_${word()}`
}

function word(): string {
  return Math.random().toString(36).slice(2, 12)
}
