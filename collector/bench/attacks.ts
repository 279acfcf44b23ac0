/**
 * `npm run bench:attacks`: what a reader, the tables and an administrator notice while somebody attacks, each beside a
 * quiet time just before it. About five minutes. The last line is JSON.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAdmin } from '@half-measure/shared/publication.ts'
import { MadeStatsKey } from '@half-measure/shared/sharing/stats-key.ts'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { startCollector } from './programs.ts'

const SECONDS = 12
const SESSIONS = '20000'
const DAY_MS = 24 * 3_600_000

/** Goes on until the signal says stop. */
type Attack = (stop: AbortSignal) => Promise<Statuses>

console.log(`Starting a collector and making ${SESSIONS} sessions …`)
// Everybody comes through a proxy, from an address of their own.
const collector = await startCollector(undefined, { TRUSTED_PROXIES: '127.0.0.1', EVENT_RATE_LIMIT: '60000' })
const site = `http://127.0.0.1:${collector.port}`
const dashboard = `http://127.0.0.1:${collector.dashboardPort}`
await collector.call('seed', { sessions: SESSIONS })

const signedIn = await fetch(`${dashboard}/api/auth/token?grant_type=password`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(demoAdmin),
})
const { access_token } = (await signedIn.json()) as { access_token: string }
const admin = { authorization: `Bearer ${access_token}` }
const token = await makeToken()

/** What a stranger, one API token or one administrator may try. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'erasures of invented sessions, 20 at once': (stop) =>
    inParallel(20, stop, (headers) =>
      post('/api/erasure', { session_id: `session_${Date.now()}_${word()}` }, headers),
    ),
  'figures by one token, 100 at once': (stop) =>
    inParallel(100, stop, () =>
      fetch(`${dashboard}/api/stats/query?${slowQuery()}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    ),
  'assignments, 50 at once': (stop) =>
    inParallel(50, stop, (headers) =>
      post(
        '/api/assignments',
        { session_id: `session_${Date.now() - 30 * DAY_MS}_${word()}`, test_name: 'cta_button_text' },
        headers,
      ),
    ),
  'health, 50 at once': (stop) => inParallel(50, stop, (headers) => fetch(`${site}/api/health`, { headers })),
  'live streams, 200 of one session': (stop) =>
    inParallel(200, stop, () =>
      fetch(`${dashboard}/api/stats/realtime`, {
        headers: admin,
        signal: AbortSignal.any([stop, AbortSignal.timeout(3_000)]),
      }),
    ),
  'events of last week in new sessions, 20 at once': (stop) =>
    inParallel(20, stop, (headers) =>
      post(
        '/api/events',
        beaconOf(`session_${Date.now() - 6 * DAY_MS}_${word()}`, Date.now() - 6 * DAY_MS),
        headers,
      ),
    ),
}

/** Responses to the attacker, by status: what he sends has to be worth something. */
type Statuses = Record<string, number>

interface Noticed {
  readonly reader_p99_ms: number
  readonly reader_failures: number
  readonly lag_s: number
  readonly admin_p95_ms: number
  readonly admin_failures: number
  readonly attacker: Statuses
}

try {
  await measure(undefined, 3)
  const rows: Record<string, { quiet: Noticed; attacked: Noticed }> = {}
  for (const [name, attack] of Object.entries(ATTACKS)) {
    console.log(`${name} …`)
    rows[name] = { quiet: await measure(), attacked: await measure(attack) }
    await sleep(2_000)
  }
  const reconciliation = (await collector.call('reconcile')) as { ok: boolean }
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, { quiet, attacked }]) => [
        name,
        {
          'reader p99 ms': pair(quiet.reader_p99_ms, attacked.reader_p99_ms),
          'stored after s': pair(quiet.lag_s, attacked.lag_s),
          'admin p95 ms': pair(quiet.admin_p95_ms, attacked.admin_p95_ms),
          failures: attacked.reader_failures + attacked.admin_failures,
          'attacker got': Object.entries(attacked.attacker)
            .map(([status, count]) => `${count} × ${status}`)
            .join(', '),
        },
      ]),
    ),
  )
  console.log(reconciliation.ok ? 'The delivery report adds up.' : 'THE DELIVERY REPORT DOES NOT ADD UP')
  console.log(JSON.stringify({ benchmark: 'attacks', ...rows, reconciled: reconciliation.ok }))
  process.exitCode = reconciliation.ok ? 0 : 1
} finally {
  await collector.stop()
}

async function measure(attack?: Attack, seconds = SECONDS): Promise<Noticed> {
  const stop = AbortSignal.timeout(seconds * 1_000)
  const reader: number[] = []
  let unacknowledged = 0
  const administrator: number[] = []
  let failures = 0
  let attacker: Statuses = {}
  const reports: { at: number; accepted: number; stored: number }[] = []
  await Promise.all([
    attack?.(stop).then((statuses) => (attacker = statuses)),
    repeat(stop, 20, async () => {
      const started = performance.now()
      const { status } = await post(
        '/api/events',
        beaconOf(`session_${Date.now()}_reader`),
        from('192.0.2.1'),
      )
      if (status === 202) reader.push(performance.now() - started)
      else unacknowledged++
    }),
    repeat(stop, 400, async () => {
      const started = performance.now()
      const now = new Date().toISOString()
      const response = await fetch(
        `${dashboard}/api/stats/summary?from=${new Date(Date.now() - 90 * DAY_MS).toISOString()}&to=${now}`,
        { headers: admin },
      )
      await response.text()
      if (response.ok) administrator.push(performance.now() - started)
      else failures++
    }),
    repeat(stop, 250, async () => {
      reports.push({ at: performance.now(), ...Delivery.parse(await collector.call('delivery')) })
    }),
  ])
  return {
    reader_p99_ms: quantile(reader, 0.99),
    reader_failures: unacknowledged,
    lag_s: longestLag(reports) / 1_000,
    admin_p95_ms: quantile(administrator, 0.95),
    admin_failures: failures,
    attacker,
  }
}

/** Longest time until as many events were stored as had been accepted, in milliseconds. What is not yet is left out. */
function longestLag(reports: readonly { at: number; accepted: number; stored: number }[]): number {
  const lags = reports.map(({ at, accepted }) => {
    const caughtUp = reports.find((later) => later.at >= at && later.stored >= accepted)
    return caughtUp ? caughtUp.at - at : 0
  })
  return Math.max(...lags)
}

async function inParallel(
  count: number,
  stop: AbortSignal,
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<Statuses> {
  const statuses: Statuses = {}
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      repeat(stop, 1, async () => {
        const response = await send(from(`198.51.${n}.${1 + Math.floor(Math.random() * 250)}`))
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        await response.text()
      }),
    ),
  )
  return statuses
}

/** Does it again and again with pauses of milliseconds; a connection that breaks is tried again. */
async function repeat(stop: AbortSignal, pauseMs: number, work: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    await work().catch(() => {})
    await sleep(pauseMs)
  }
}

function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${site}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

function from(address: string): Record<string, string> {
  return { 'x-forwarded-for': address }
}

function beaconOf(session_id: string, at = Date.now()) {
  return {
    session_id,
    consent: { analytics: true, version: 'bench', at: '2020-01-01T00:00:00.000Z' },
    events: [
      { type: 'page_view', event_id: randomUUID(), occurred_at: new Date(at).toISOString(), page_path: '/' },
    ],
  }
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

async function makeToken(): Promise<string> {
  const response = await fetch(`${dashboard}/api/stats-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: dashboard, ...admin },
    body: JSON.stringify({ kind: 'token', name: 'attacker', scopes: ['figures'] }),
  })
  const made: unknown = await response.json()
  if (!response.ok) throw new Error(`no token: ${response.status} ${JSON.stringify(made)}`)
  return MadeStatsKey.parse(made).secret
}

/** The value that a share of them does not exceed; NaN of none. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

function pair(quiet: number, attacked: number): string {
  return `${quiet.toFixed(1)} → ${attacked.toFixed(1)}`
}
