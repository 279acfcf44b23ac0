import { sql } from 'kysely'
import type { Reconciliation } from '../reconciliation/reconciliation.ts'
import type { Context } from '../stack/context.ts'
import type { EventLog } from '../stack/open-event-log.ts'
import type { Services } from '../stack/open-services.ts'
import { severityOf } from '../platform/unavailable.ts'
import { runQueryForNumber } from '../warehouse/clickhouse/query.ts'
import { checkClock } from './check-clock.ts'

type NightlyWork = Pick<Reconciliation, 'lastNightlyRun' | 'nightly' | 'recordNightlyRun'>

/** Local hour, when there are few readers. */
const HOUR = 3

/** Delay after a start. */
const CATCH_UP_MS = 60_000

/** Delay after a failure, such as an unavailable database. */
const RETRY_MS = 3_600_000

/** Runs the nightly work, and catches up soon after a start that missed it. */
export function scheduleNightly(
  {
    events,
    services,
    serverTimes,
    afterwards,
    log,
  }: Pick<Context, 'log'> & {
    readonly events: Pick<EventLog, 'ready'> & { readonly reconciliation: NightlyWork }
    readonly services: Pick<Services, 'expire'>
    /** Clocks of database servers, milliseconds since 1970. */
    readonly serverTimes: () => Promise<readonly number[]>
    /** Tasks by name, such as `link check`. The next night makes up for a failed one. */
    readonly afterwards: Readonly<Record<string, () => Promise<void>>>
  },
  { catchUpMs = CATCH_UP_MS, retryMs = RETRY_MS } = {},
): { stop(): void } {
  const { reconciliation } = events
  let timer: NodeJS.Timeout
  let stopped = false
  const arm = (ms: number) => {
    if (stopped) return
    timer = setTimeout(() => void work(), ms)
    timer.unref()
  }
  const work = async () => {
    try {
      await events.ready
      await checkClock(Date.now(), reconciliation.lastNightlyRun, serverTimes)
      await Promise.all([reconciliation.nightly(), services.expire(new Date())])
      await reconciliation.recordNightlyRun(new Date())
      for (const [what, run] of Object.entries(afterwards)) {
        if (stopped) return
        await run().catch((error: unknown) =>
          log.warn({ err: error }, `${what} failed; trying again next night`),
        )
      }
      arm(millisecondsUntilHour(new Date(), HOUR))
    } catch (error) {
      if (stopped) return
      log[severityOf(error)]({ err: error }, 'the nightly work failed; trying again in an hour')
      arm(retryMs)
    }
  }
  arm(
    wasMissed(reconciliation.lastNightlyRun, new Date(), HOUR)
      ? catchUpMs
      : millisecondsUntilHour(new Date(), HOUR),
  )
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Whether the local hour has passed since the last run. @param last milliseconds since 1970, if any. */
export function wasMissed(last: number | undefined, now: Date, hour: number): boolean {
  const latest = new Date(now)
  latest.setHours(hour, 0, 0, 0)
  if (latest > now) latest.setDate(latest.getDate() - 1)
  return last === undefined || last < latest.getTime()
}

/** Until the local clock next shows the hour. */
export function millisecondsUntilHour(now: Date, hour: number): number {
  const next = new Date(now)
  next.setHours(hour, 0, 0, 0)
  if (next <= now) next.setDate(next.getDate() + 1)
  return next.getTime() - now.getTime()
}

/** The clocks of the databases that are servers of their own. */
export async function readServerTimes({
  clickhouse,
  postgres,
  config,
}: Pick<Context, 'clickhouse' | 'postgres' | 'config'>): Promise<number[]> {
  const times: number[] = []
  if (!clickhouse.embedded)
    for (const { migrator } of clickhouse.shards)
      times.push(
        await runQueryForNumber(migrator, {
          name: 'time of the server',
          sql: 'SELECT toUnixTimestamp64Milli(now64(3))',
        }),
      )
  if (config.postgres.kind === 'server') {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(postgres.db)
    times.push(...rows.map(({ at }) => at.getTime()))
  }
  return times
}
