import { createAttemptLimits } from './auth/attempt-limits.ts'
import { type Auth, createAuth } from './auth/auth.ts'
import { loadLimitKey } from './auth/limit-key.ts'
import { type ClickHouse, openClickHouse } from './clickhouse/open-clickhouse.ts'
import type { Config } from './config/config.ts'
import { lockDataDirectory } from './data-directory-lock.ts'
import type { Logger } from './logger.ts'
import { type Mailer, startMailer } from './mail/mailer.ts'
import { type EventLog, openEventLog } from './open-event-log.ts'
import { createPeople, type People } from './people/people.ts'
import { migratePostgres } from './postgres/migrate.ts'
import { openPostgres, type Postgres } from './postgres/open-postgres.ts'

/** Everything a route may use. Built from the configuration; tests override parts. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly clickhouse: ClickHouse
  readonly postgres: Postgres
  readonly auth: Auth
  readonly people: People
  readonly events: EventLog
  /** Stops writing, then lets go of everything in the order of use. */
  close(): Promise<void>
}

/** What writing may take at a stop, of ten seconds for all of it; what is left then waits on disk for the next start. */
const DRAIN_MS = 6_000

/** How long a start waits for a ClickHouse server before it begins to accept without one. */
const CLICKHOUSE_WAIT_MS = 3_000

/** @throws with a message for people if a directory is in use, a store cannot be opened, or a migration is refused. */
export async function openContext(config: Config, log: Logger): Promise<Context> {
  const lock = await lockDataDirectory(config.dataDir)
  const [clickhouse, postgres] = await Promise.all([
    openClickHouse(config.clickhouse),
    openPostgres(config.postgres),
  ])
  const [events, { auth, people, mailer }] = await Promise.all([openEvents(), openPeople()])

  return {
    config,
    log,
    clickhouse,
    postgres,
    auth,
    people,
    events,
    async close() {
      await Promise.all([events.close(DRAIN_MS), mailer.stop()])
      await clickhouse.close()
      await postgres.close()
      lock.release()
    },
  }

  async function openEvents(): Promise<EventLog> {
    const opened = await openEventLog(config, clickhouse, log)
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      if (!clickhouse.embedded) timer = setTimeout(resolve, CLICKHOUSE_WAIT_MS)
    })
    await Promise.race([opened.ready, patience]).finally(() => clearTimeout(timer))
    return opened
  }

  async function openPeople(): Promise<{ auth: Auth; people: People; mailer: Mailer }> {
    const { db } = postgres
    await migratePostgres(db, log)
    const auth = await createAuth({ db, config, log })
    const limits = createAttemptLimits(db, await loadLimitKey(config.keysDir), () => new Date())
    const mailer = startMailer({ db, config: config.mail, log })
    return { auth, people: createPeople({ db, limits, mailer, origins: config.origins }), mailer }
  }
}
