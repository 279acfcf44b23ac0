import { Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import { withTimeout } from '../platform/deadline.ts'
import type { Coordination } from '../reconciliation/coordination/coordination.ts'
import type { AllDeadLetters, AllSpools } from '../warehouse/all-shards.ts'
import type { Clients } from '../warehouse/clickhouse/clickhouse.ts'
import { isAvailable } from '../warehouse/clickhouse/is-available.ts'

/** `/api/health` for people and monitors, `/api/ready` for load balancers. */
export function healthRoutes({ check, state }: ReturnType<typeof healthCheck>): Hono {
  return new Hono()
    .get('/health', async (c) => {
      const health = await check()
      return c.json(health, health.status === 'ok' ? 200 : 503)
    })
    .get('/ready', (c) => {
      const { spool, loading, coordination } = state()
      const reason = reasonOf({ spool, loading, coordination })
      const body = { ready: spool.accepting, loading, coordination, ...(reason && { reason }) }
      return c.json(body, spool.accepting ? 200 : 503)
    })
}

function reasonOf({ spool, loading, coordination }: State): string | undefined {
  if (!spool.accepting) return REFUSED
  if (loading === 'stopped') return STOPPED
  return coordination === 'unavailable' ? POSTPONED : undefined
}

const REFUSED =
  'Events are refused: the disk is full or failing, the event log is full, or the collector is stopping. See its log and the runbook "Disk full".'

const STOPPED =
  'ClickHouse refused dozens of rows for one reason, so loading has stopped. Events are kept on disk. See the runbook "Loading stopped".'

const POSTPONED =
  'PostgreSQL does not respond, so erasures, retention, reconciliation and backups wait. Events are acknowledged and loaded.'

export interface Health {
  status: 'ok' | 'degraded'
  clickhouse: 'ok' | 'down'
  postgres: 'ok' | 'down'
  /** Stopped: a whole batch was set aside for an operator to inspect. */
  loading: 'ok' | 'stopped'
  /** Between several collectors; a single one needs none. */
  coordination: 'ok' | 'unavailable'
  spool: { accepting: boolean; pending_rows: number; pending_bytes: number; oldest_ms: number }
}
type State = Pick<Health, 'loading' | 'coordination' | 'spool'>

/** Shortest time between two queries of the databases: anybody may request this at any rate. */
const PROBE_MS = 2_000

/** A database that does not respond within this time is down. */
const PROBE_TIMEOUT_MS = 3_000

export function healthCheck(
  shards: readonly Pick<Clients, 'writer'>[],
  db: Kysely<Database>,
  spool: AllSpools,
  deadLetters: Pick<AllDeadLetters, 'stopLoading'>,
  coordination: Pick<Coordination, 'isAvailable'>,
  /** Whether a database has been migrated: one that cannot be is of no use, though it responds. */
  isMigrated: { clickhouse(): boolean; postgres(): boolean },
) {
  const probe = () =>
    Promise.all([
      Promise.all(shards.map(({ writer }) => isAvailable(writer))).then(
        (available) => !available.includes(false),
      ),
      succeeds(sql`SELECT 1`.execute(db)),
    ])
  let probed: { readonly at: number; readonly result: ReturnType<typeof probe> } | undefined
  /** Without querying the databases. */
  const state = (): State => ({
    loading: deadLetters.stopLoading ? 'stopped' : 'ok',
    coordination: coordination.isAvailable ? 'ok' : 'unavailable',
    spool: {
      accepting: spool.accepting,
      pending_rows: spool.pendingRows,
      pending_bytes: spool.pendingBytes,
      oldest_ms: spool.oldestPendingMs,
    },
  })
  return {
    state,
    /** Including the databases, as they were at most two seconds ago. */
    check: async (): Promise<Health> => {
      const now = performance.now()
      if (!probed || now - probed.at >= PROBE_MS) probed = { at: now, result: probe() }
      const [clickhouseResponds, postgresResponds] = await probed.result
      const clickhouseOk = clickhouseResponds && isMigrated.clickhouse()
      const postgresOk = postgresResponds && isMigrated.postgres()
      const own = state()
      const isWell = clickhouseOk && postgresOk && own.spool.accepting && own.loading === 'ok'
      return {
        status: isWell ? 'ok' : 'degraded',
        clickhouse: clickhouseOk ? 'ok' : 'down',
        postgres: postgresOk ? 'ok' : 'down',
        ...own,
      }
    },
  }
}

async function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  const outcome = attempt.then(
    () => true,
    () => false,
  )
  return (await withTimeout(PROBE_TIMEOUT_MS, outcome)) === true
}
