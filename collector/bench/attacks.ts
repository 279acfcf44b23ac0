/**
 * `npm run bench:attacks`: what a reader, the tables and an administrator notice while somebody attacks, in turn with
 * quiet times. About eleven minutes. The last line is JSON.
 *
 * `-- --only consent` runs the attacks with that word in their name.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { demoAdmin } from '@half-measure/shared/publication.ts'
import { CreatedApiToken, OpenedShare } from '@half-measure/shared/sharing/api-token.ts'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { ATTACK_NAMES, type AttackName, type AttackOrder, type Statuses } from './attacker.ts'
import { beaconOf, from, post, repeat } from './clients.ts'
import { startCollector } from './programs.ts'

/** Length of a quiet time and of an attack, repeated `TIMES` times: the 99th percentile of one alone is chance. */
const SECONDS = 8
const TIMES = 3
const SESSIONS = '20000'
const UNTIL_FINISHED_MS = 65_000

/** Limits on what an attack may cost others. */
const MAX_TIMES_QUIET = 2
const MAX_LAG_S = 5

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const attacks = ATTACK_NAMES.filter((name) => name.includes(values.only))

console.log(`Starting a collector and making ${SESSIONS} sessions …`)
// Everybody comes through a proxy, from an address of their own.
const collector = await startCollector(undefined, { TRUSTED_PROXIES: '127.0.0.1', EVENT_RATE_LIMIT: '60000' })
const site = `http://127.0.0.1:${collector.port}`
const dashboard = `http://127.0.0.1:${collector.dashboardPort}`
await collector.call('seed', { sessions: SESSIONS })
// Sessions are finished each minute, those with late events some minutes later: until then, every query rebuilds all
// of them, attack or not.
await sleep(UNTIL_FINISHED_MS)
await collector.call('rebuild')

const signedIn = await fetch(`${dashboard}/api/auth/token?grant_type=password`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(demoAdmin),
})
const { access_token } = (await signedIn.json()) as { access_token: string }
const admin = { authorization: `Bearer ${access_token}` }
const token = await makeToken({ kind: 'token', name: 'attacker', scopes: ['figures', 'events'] })
const link = await openLink(await makeToken({ kind: 'link', name: 'attacker' }))

type Measured = Awaited<ReturnType<typeof measure>>
type Noticed = ReturnType<typeof together>

try {
  await measure(undefined, 3)
  const rows: Record<string, { quiet: Noticed; attacked: Noticed }> = {}
  for (const attack of attacks) {
    console.log(`${attack} …`)
    const [quiet, attacked]: [Measured[], Measured[]] = [[], []]
    for (let time = 0; time < TIMES; time++) {
      quiet.push(await measure())
      attacked.push(await measure(attack))
      await sleep(2_000)
    }
    rows[attack] = { quiet: together(quiet), attacked: together(attacked) }
  }
  const reconciliation = (await collector.call('reconcile')) as { ok: boolean }
  const missed = Object.entries(rows).flatMap(([name, row]) =>
    missedAims(row.quiet, row.attacked).map((aim) => `${name}: ${aim}`),
  )
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
  console.log(missed.length === 0 ? 'Every aim is met.' : `Aims missed:\n  ${missed.join('\n  ')}`)
  console.log(reconciliation.ok ? 'The delivery report adds up.' : 'THE DELIVERY REPORT DOES NOT ADD UP')
  console.log(JSON.stringify({ benchmark: 'attacks', ...rows, missed, reconciled: reconciliation.ok }))
  process.exitCode = reconciliation.ok ? 0 : 1
} finally {
  await collector.stop()
}

async function measure(attack?: AttackName, seconds = SECONDS) {
  const stop = AbortSignal.timeout(seconds * 1_000)
  /** Milliseconds until a beacon was acknowledged. */
  const reader: number[] = []
  let readerFailures = 0
  /** Milliseconds until an overview was there. */
  const administrator: number[] = []
  let adminFailures = 0
  let attacker: Statuses = {}
  const reports: { at: number; accepted: number; stored: number }[] = []
  await Promise.all([
    attack && runAttack(attack, seconds * 1_000).then((statuses) => (attacker = statuses)),
    repeat(stop, 20, async () => {
      const started = performance.now()
      const { status } = await post(
        site,
        '/api/events',
        beaconOf(`session_${Date.now()}_reader`),
        from('192.0.2.1'),
      )
      if (status === 202) reader.push(performance.now() - started)
      else readerFailures++
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
      else adminFailures++
    }),
    repeat(stop, 250, async () => {
      reports.push({ at: performance.now(), ...Delivery.parse(await collector.call('delivery')) })
    }),
  ])
  return {
    reader,
    readerFailures,
    lagS: longestLag(reports) / 1_000,
    admin: administrator,
    adminFailures,
    attacker,
  }
}

function together(all: readonly Measured[]) {
  const sum = (of: (measured: Measured) => number) => all.reduce((total, one) => total + of(one), 0)
  const statuses = new Set(all.flatMap(({ attacker }) => Object.keys(attacker)))
  return {
    reader_p99_ms: quantile(
      all.flatMap(({ reader }) => reader),
      0.99,
    ),
    reader_failures: sum(({ readerFailures }) => readerFailures),
    lag_s: Math.max(...all.map(({ lagS }) => lagS)),
    admin_p95_ms: quantile(
      all.flatMap(({ admin }) => admin),
      0.95,
    ),
    admin_failures: sum(({ adminFailures }) => adminFailures),
    attacker: Object.fromEntries(
      [...statuses].map((status) => [status, sum(({ attacker }) => attacker[status] ?? 0)]),
    ),
  }
}

/** The aims that were missed during an attack. */
function missedAims(quiet: Noticed, attacked: Noticed): string[] {
  const aims: [string, boolean][] = [
    [
      `a reader's 99th percentile is ${pair(quiet.reader_p99_ms, attacked.reader_p99_ms)} ms`,
      attacked.reader_p99_ms <= MAX_TIMES_QUIET * quiet.reader_p99_ms,
    ],
    [`${attacked.reader_failures} beacons of a reader failed`, attacked.reader_failures === 0],
    [`stored after ${attacked.lag_s.toFixed(1)} s`, attacked.lag_s <= MAX_LAG_S],
    [
      `an administrator's 95th percentile is ${pair(quiet.admin_p95_ms, attacked.admin_p95_ms)} ms`,
      attacked.admin_p95_ms <= MAX_TIMES_QUIET * quiet.admin_p95_ms,
    ],
    [`${attacked.admin_failures} queries of an administrator failed`, attacked.admin_failures === 0],
  ]
  return aims.filter(([, isMet]) => !isMet).map(([aim]) => aim)
}

/** Longest time from acceptance to storage of events, in milliseconds; until the last report if they are not stored by then. */
function longestLag(reports: readonly { at: number; accepted: number; stored: number }[]): number {
  const lags = reports.map(({ at, accepted }) => {
    const caughtUp = reports.find((later) => later.at >= at && later.stored >= accepted) ?? reports.at(-1)
    return (caughtUp?.at ?? at) - at
  })
  return Math.max(...lags)
}

/**
 * Runs in a separate process of low priority: neither the attacker's waiting nor his processor time, which in reality
 * is on other machines, may hold up the measuring.
 */
async function runAttack(name: AttackName, durationMs: number): Promise<Statuses> {
  const order: AttackOrder = { name, site, dashboard, token, link, durationMs }
  const attacker = fork(fileURLToPath(import.meta.resolve('./attacker.ts')), [JSON.stringify(order)])
  if (attacker.pid !== undefined) setPriority(attacker.pid, constants.priority.PRIORITY_LOW)
  const [statuses] = (await once(attacker, 'message')) as [Statuses]
  attacker.disconnect()
  return statuses
}

async function makeToken(draft: object): Promise<string> {
  const response = await post(dashboard, '/api/tokens', draft, { origin: dashboard, ...admin })
  const made: unknown = await response.json()
  if (!response.ok) throw new Error(`no token: ${response.status} ${JSON.stringify(made)}`)
  return CreatedApiToken.parse(made).secret
}

async function openLink(secret: string): Promise<string> {
  const response = await post(dashboard, '/api/share/open', { secret }, { origin: dashboard })
  return OpenedShare.parse(await response.json()).access_token
}

/** The value that a share of `values` does not exceed; NaN if there are none. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

function pair(quiet: number, attacked: number): string {
  return `${quiet.toFixed(1)} → ${attacked.toFixed(1)}`
}
