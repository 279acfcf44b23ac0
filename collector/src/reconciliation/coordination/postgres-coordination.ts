import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deadline } from '../../platform/deadline.ts'
import { NIGHT_MS } from '../../platform/durations.ts'
import type { Logger } from '../../platform/logger.ts'
import { severityOf } from '../../platform/unavailable.ts'
import type { Db } from '../../database/schema/database.ts'
import { CollectorFigures } from './collector-figures.ts'
import {
  type Collector,
  type Coordination,
  type ExclusiveTask,
  type Lease,
  LeaseLostError,
  type Report,
} from './coordination.ts'
import { PostgresErasures } from './postgres-erasures.ts'

export interface PostgresCoordinationOptions {
  readonly db: Db
  /** This collector's id. */
  readonly id: string
  /** Without a heartbeat for longer, a collector and its leases expire. */
  readonly heartbeatTimeoutMs: number
  readonly report: () => Report
  readonly log: Logger
}

const NIGHTLY_RUN = 'maintenance'
/**
 * Several collectors on one ClickHouse server, through the PostgreSQL server that they share: a row for each
 * collector with its heartbeat and figures, leases for exclusive work, and the erasure requests. Ages are by
 * PostgreSQL's clock. While PostgreSQL is unavailable, work that needs it waits.
 */
export class PostgresCoordination implements Coordination {
  readonly #options: PostgresCoordinationOptions
  readonly #process = randomUUID()
  readonly erasures: PostgresErasures
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined
  #others: readonly Collector[] = []
  #readAt = 0
  readonly isShared = true
  isAvailable = false

  constructor(options: PostgresCoordinationOptions) {
    this.#options = options
    this.erasures = new PostgresErasures(options.db, options.id)
  }

  get others(): readonly Collector[] {
    const since = Date.now() - this.#readAt
    return this.#others.map((collector) => ({ ...collector, age_ms: collector.age_ms + since }))
  }

  start(onHeartbeat: () => void): void {
    this.#running ??= this.#run(onHeartbeat)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
    await this.#write('stopped').catch(() => {})
  }

  async heartbeat(): Promise<readonly Collector[]> {
    const { db, id, log } = this.#options
    try {
      await this.#write('live')
      const { rows } = await sql<Collector & { figures: unknown }>`
        select id, figures, loaded_through, oldest_pending_ms,
          floor(extract(epoch from now() - heartbeat_at) * 1000)::float8 as age_ms,
          case when state = 'live' and heartbeat_at < now() - timeout_ms * interval '1 millisecond'
            then 'expired' else state end as state
        from collectors where id <> ${id} order by id`.execute(db)
      this.#others = rows.map((row) => ({ ...row, figures: CollectorFigures.parse(row.figures) }))
      this.#readAt = Date.now()
      if (!this.isAvailable) log.debug('coordination: PostgreSQL responds')
      this.isAvailable = true
      return this.#others
    } catch (error) {
      if (this.isAvailable)
        log[severityOf(error)](
          { err: error },
          'coordination: a heartbeat failed; reconciliation and removal wait',
        )
      this.isAvailable = false
      throw error
    }
  }

  async exclusively<T>(
    task: ExclusiveTask,
    work: (lease: Lease) => Promise<T>,
    deadline?: Deadline,
  ): Promise<T> {
    const wanted = new AbortController()
    const acquired = this.#untilAcquired(task, AbortSignal.any([wanted.signal, this.#stop.signal]))
    const what = () => 'maintenance of another collector, or of this one, to end'
    const fence = await (deadline ? deadline.waitFor(what, acquired) : acquired).finally(() => wanted.abort())
    return this.#holding(task, fence, work)
  }

  async tryExclusively<T>(task: ExclusiveTask, work: (lease: Lease) => Promise<T>): Promise<T | undefined> {
    const fence = await this.#acquire(task)
    return fence === undefined ? undefined : this.#holding(task, fence, work)
  }

  async retire(id: string, figures: CollectorFigures): Promise<void> {
    await this.#options.db
      .updateTable('collectors')
      .set({ state: 'retired', figures: JSON.stringify(figures) })
      .where('id', '=', id)
      .execute()
    await this.heartbeat()
  }

  async isNightlyRunDone(now: Date): Promise<boolean> {
    const row = await this.#options.db
      .selectFrom('nightly_runs')
      .select('done_at')
      .where('name', '=', NIGHTLY_RUN)
      .executeTakeFirst()
    return row !== undefined && row.done_at.getTime() > now.getTime() - NIGHT_MS
  }

  async recordNightlyRun(at: Date): Promise<void> {
    await this.#options.db
      .insertInto('nightly_runs')
      .values({ name: NIGHTLY_RUN, done_at: at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ done_at: at }))
      .execute()
  }

  async #run(onHeartbeat: () => void): Promise<void> {
    const intervalMs = this.#options.heartbeatTimeoutMs / 10
    while (!this.#stop.signal.aborted) {
      await this.heartbeat().then(onHeartbeat, () => {})
      await sleep(intervalMs, undefined, { signal: this.#stop.signal }).catch(() => {})
    }
  }

  async #write(state: 'live' | 'stopped'): Promise<void> {
    const { db, id, heartbeatTimeoutMs, report } = this.#options
    const { figures, loaded_through, oldest_pending_ms } = report()
    await sql`
      insert into collectors (id, state, heartbeat_at, timeout_ms, figures, loaded_through, oldest_pending_ms)
      values (${id}, ${state}, now(), ${heartbeatTimeoutMs}, ${JSON.stringify(figures)}, ${[...loaded_through]},
        ${oldest_pending_ms})
      on conflict (id) do update set state = excluded.state, heartbeat_at = excluded.heartbeat_at,
        timeout_ms = excluded.timeout_ms, figures = excluded.figures, loaded_through = excluded.loaded_through,
        oldest_pending_ms = excluded.oldest_pending_ms`.execute(db)
  }

  async #untilAcquired(task: ExclusiveTask, signal: AbortSignal): Promise<number> {
    for (;;) {
      const fence = await this.#acquire(task)
      if (fence !== undefined) return fence
      await sleep(Math.min(500, this.#options.heartbeatTimeoutMs / 20), undefined, { signal })
    }
  }

  /** The fence of the acquired lease; undefined while another holds it. */
  async #acquire(task: ExclusiveTask): Promise<number | undefined> {
    const { db, id, heartbeatTimeoutMs } = this.#options
    const { rows } = await sql<{ fence: string }>`
      insert into leases (name, holder, process, fence, expires_at)
      values (${task}, ${id}, ${this.#process}, 1, now() + ${heartbeatTimeoutMs} * interval '1 millisecond')
      on conflict (name) do update set holder = excluded.holder, process = excluded.process,
        fence = leases.fence + 1, expires_at = excluded.expires_at
      where leases.expires_at < now()
        or (leases.holder = excluded.holder and leases.process <> excluded.process)
      returning fence`.execute(db)
    return rows[0] && Number(rows[0].fence)
  }

  /** Does the work, renewing the lease meanwhile, then releases it. */
  async #holding<T>(task: ExclusiveTask, fence: number, work: (lease: Lease) => Promise<T>): Promise<T> {
    const { heartbeatTimeoutMs } = this.#options
    let heldUntil = performance.now() + heartbeatTimeoutMs
    const renewal = setInterval(() => {
      const started = performance.now()
      this.#renew(task, fence).then(
        (isHeld) => (heldUntil = isHeld ? started + heartbeatTimeoutMs : 0),
        // Tried again in a moment; until then the lease keeps its term.
        () => {},
      )
    }, heartbeatTimeoutMs / 4)
    const assertHeld = () => {
      if (performance.now() >= heldUntil)
        throw new LeaseLostError(
          'PostgreSQL did not respond in time, and another collector may have begun the same work. Try again.',
        )
    }
    try {
      return await work({ fence, assertHeld })
    } finally {
      clearInterval(renewal)
      // A lease that cannot be released expires.
      await sql`update leases set expires_at = '-infinity' where name = ${task} and fence = ${fence}`
        .execute(this.#options.db)
        .catch(() => {})
    }
  }

  async #renew(task: ExclusiveTask, fence: number): Promise<boolean> {
    const { db, heartbeatTimeoutMs } = this.#options
    const { numAffectedRows = 0n } = await sql`
      update leases set expires_at = now() + ${heartbeatTimeoutMs} * interval '1 millisecond'
      where name = ${task} and fence = ${fence}`.execute(db)
    return numAffectedRows > 0n
  }
}
