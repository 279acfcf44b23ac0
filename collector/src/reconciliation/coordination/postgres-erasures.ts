import { sql } from 'kysely'
import type { Db } from '../../database/schema/database.ts'
import { sessionDigest } from '../../events/event-tables.ts'
import { type ErasureRequest, type ErasureRequests, type Lease, LeaseLostError } from './coordination.ts'

/** Requests per pass. */
const MAX_REQUESTS = 1_000

/** The erasure requests of all collectors, in tables that they share. */
export class PostgresErasures implements ErasureRequests {
  readonly #db: Db
  readonly #collector: string

  constructor(db: Db, collector: string) {
    this.#db = db
    this.#collector = collector
  }

  async submit(sessionIds: readonly string[]): Promise<void> {
    const ids = [...new Set(sessionIds)]
    const digests = ids.map(sessionDigest)
    await this.#db.transaction().execute(async (trx) => {
      // For a completed request, every collector has to look again.
      await sql`delete from erasure_acknowledgements a using erasure_requests r
        where a.session_digest = r.session_digest and r.session_digest = any(${digests}) and r.completed_at is not null`.execute(
        trx,
      )
      await sql`insert into erasure_requests (session_digest, session_id)
        select * from unnest(${digests}::text[], ${ids}::text[])
        on conflict (session_digest) do update set session_id = excluded.session_id, completed_at = null`.execute(
        trx,
      )
    })
  }

  async list(): Promise<ErasureRequest[]> {
    const { rows } = await sql<ErasureRequest>`
      select r.session_digest as digest, r.session_id as "sessionId", a.collector is not null as "isAcknowledged",
        r.found as "isFound"
      from erasure_requests r
      left join erasure_acknowledgements a on a.session_digest = r.session_digest and a.collector = ${this.#collector}
      where r.completed_at is null or a.collector is null
      order by r.requested_at limit ${MAX_REQUESTS}`.execute(this.#db)
    return rows
  }

  async acknowledge(digests: readonly string[]): Promise<void> {
    // A request dropped meanwhile needs no acknowledgement.
    await sql`insert into erasure_acknowledgements (session_digest, collector)
      select session_digest, ${this.#collector} from erasure_requests where session_digest = any(${digests})
      on conflict do nothing`.execute(this.#db)
  }

  async acknowledgedByAll(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select r.session_id as id from erasure_requests r
      where r.completed_at is null and not exists (
        select from collectors c
        where c.state = 'live' and c.heartbeat_at >= now() - c.timeout_ms * interval '1 millisecond'
          and not exists (select from erasure_acknowledgements a
            where a.session_digest = r.session_digest and a.collector = c.id))
      order by r.requested_at limit ${MAX_REQUESTS}`.execute(this.#db)
    return rows.map(({ id }) => id)
  }

  async markFound(digests: readonly string[]): Promise<void> {
    await sql`update erasure_requests set found = true where session_digest = any(${digests})`.execute(
      this.#db,
    )
  }

  async complete(digests: readonly string[], { fence }: Lease): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      // A collector that was held up until another took over must change nothing.
      const held = await sql`select from leases
        where name = 'maintenance' and fence = ${fence} and expires_at > now() for share`.execute(trx)
      if (held.rows.length === 0) throw new LeaseLostError('Another collector has taken over. Try again.')
      await sql`delete from erasure_requests
        where session_digest = any(${digests}) and completed_at is null and not found`.execute(trx)
      await sql`update erasure_requests set session_id = null, completed_at = now()
        where session_digest = any(${digests}) and completed_at is null`.execute(trx)
    })
  }

  async completedSince(since: Date): Promise<string[]> {
    const { rows } = await sql<{ digest: string }>`
      select session_digest as digest from erasure_requests where completed_at >= ${since}`.execute(this.#db)
    return rows.map(({ digest }) => digest)
  }
}
