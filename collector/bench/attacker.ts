import { beaconOf, CONSENT, from, post, repeat } from './clients.ts'
import { DAY_MS } from '../src/platform/durations.ts'

export interface AttackOrder {
  readonly name: AttackName
  readonly site: string
  readonly dashboard: string
  /** An API token for figures. */
  readonly token: string
  readonly durationMs: number
}

/** Responses to the attacker, by status: what is refused at the door proves nothing. */
export type Statuses = Record<string, number>

export type AttackName = (typeof ATTACK_NAMES)[number]

export const ATTACK_NAMES = [
  'erasures of invented sessions, 20 at once',
  'figures by one token, 100 at once',
  'assignments, 50 at once',
  'health, 50 at once',
  'events of last week in new sessions, 20 at once',
] as const

/**
 * Between two requests of one connection. The attacker shares the machine with what he attacks: without a pause this
 * would measure how the two share its processors.
 */
const PAUSE_MS = 50

type Send = (order: AttackOrder, address: Record<string, string>) => Promise<Response>

const ATTACKS: Readonly<Record<AttackName, { readonly connections: number; readonly send: Send }>> = {
  'erasures of invented sessions, 20 at once': {
    connections: 20,
    send: ({ site }, address) =>
      post(site, '/api/erasure', { session_id: `session_${Date.now()}_${word()}` }, address),
  },
  'figures by one token, 100 at once': {
    connections: 100,
    send: ({ dashboard, token }) =>
      fetch(`${dashboard}/api/stats/query?${slowQuery()}`, { headers: { authorization: `Bearer ${token}` } }),
  },
  'assignments, 50 at once': {
    connections: 50,
    send: ({ site }, address) =>
      post(
        site,
        '/api/assignments',
        {
          consent: CONSENT,
          session_id: `session_${Date.now() - 30 * DAY_MS}_${word()}`,
          test_name: 'cta_button_text',
        },
        address,
      ),
  },
  'health, 50 at once': {
    connections: 50,
    send: ({ site }, address) => fetch(`${site}/api/health`, { headers: address }),
  },
  'events of last week in new sessions, 20 at once': {
    connections: 20,
    send({ site }, address) {
      const at = Date.now() - 6 * DAY_MS
      return post(site, '/api/events', beaconOf(`session_${at}_${word()}`, at), address)
    },
  },
}

if (import.meta.main) process.send?.(await run(JSON.parse(process.argv[2] ?? '') as AttackOrder))

async function run(order: AttackOrder): Promise<Statuses> {
  const { connections, send } = ATTACKS[order.name]
  const stop = AbortSignal.timeout(order.durationMs)
  const statuses: Statuses = {}
  await Promise.all(
    Array.from({ length: connections }, (_, n) =>
      repeat(stop, PAUSE_MS, async () => {
        const response = await send(order, from(`198.51.${n}.${1 + Math.floor(Math.random() * 250)}`))
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        await response.text()
      }),
    ),
  )
  return statuses
}

function slowQuery(): string {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
  return new URLSearchParams({
    // Tokens get whole hours.
    from: new Date(hour - 90 * DAY_MS).toISOString(),
    to: new Date(hour).toISOString(),
    metrics: 'sessions,bounce_rate,conversion_rate',
    by: 'variant',
    compare: 'previous',
    search: word(),
  }).toString()
}

function word(): string {
  return Math.random().toString(36).slice(2, 12)
}
