import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { batchIdOf, eventIdsOf } from '../../../spool/row-block.ts'

export interface SentInsert {
  readonly table: string
  readonly token: string
  readonly body: string
}

/** The part of ClickHouse that the loader uses, in memory: it takes a token once for a table. */
export class FakeDatabase {
  /** Every insert that arrived, in order. */
  readonly inserts: SentInsert[] = []
  /** Those that were taken. */
  readonly taken: SentInsert[] = []
  /** Tables and batches whose sessions were marked as late. */
  readonly marked: string[] = []
  /** Seconds since 1970. */
  startedAt = 1_000
  /** What happens to an insert before it is taken; it may throw, or wait. */
  before: (insert: SentInsert) => Promise<void> | void = () => {}
  /** The same, after it. */
  after: (insert: SentInsert) => Promise<void> | void = () => {}

  get client(): ClickHouseClient {
    return {
      exec: (statement: { query: string; values: Readable }) => this.#insert(statement),
      query: (statement: { query: string; query_params?: Params }) => this.#query(statement),
      command: async ({ query }: { query: string }) => {
        if (!query.includes('INSERT INTO analytics.late_sessions')) throw engineError('62', query)
        const [, table, batch] = /FROM analytics\.(\w+) WHERE batch_id = '([^']+)'/.exec(query) ?? []
        this.marked.push(`${table} ${batch}`)
      },
    } as unknown as ClickHouseClient
  }

  get tokens(): string[] {
    return this.inserts.map(({ token }) => token)
  }

  /** Those of some events that were taken with another batch. */
  #events(ids: readonly string[], batch: string | undefined): string[] {
    return this.taken
      .map(({ body }) => Buffer.from(body))
      .filter((rows) => batchIdOf(rows) !== batch)
      .flatMap((rows) => [...eventIdsOf(rows)])
      .filter((id) => ids.includes(id))
  }

  async #insert({ query, values }: { query: string; values: Readable }): Promise<{ stream: Readable }> {
    const insert: SentInsert = {
      table: /analytics\.(\w+)/.exec(query)?.[1] ?? '',
      token: /insert_deduplication_token = '([^']+)'/.exec(query)?.[1] ?? '',
      body: await text(values),
    }
    this.inserts.push(insert)
    await this.before(insert)
    const known = this.taken.some(({ table, token }) => table === insert.table && token === insert.token)
    if (!known) this.taken.push(insert)
    await this.after(insert)
    return { stream: Readable.from([]) }
  }

  async #query(statement: { query: string; query_params?: Params }): Promise<{ json(): unknown }> {
    const { ids, batch } = statement.query_params ?? {}
    if (ids) return { json: () => this.#events(ids, batch).map((event_id) => ({ event_id })) }
    if (statement.query.includes('uptime')) return { json: () => [{ started_at: this.startedAt }] }
    const rows = this.taken
      .filter(
        ({ table, body }) =>
          statement.query.includes(`.${table} `) &&
          batchIdOf(Buffer.from(body)) === statement.query_params?.batch,
      )
      .reduce((sum, { body }) => sum + body.split('\n').length - 1, 0)
    return { json: () => [{ rows }] }
  }
}

interface Params {
  readonly batch: string
  readonly ids?: readonly string[]
}

/** An error as the client words it. */
export function engineError(code: string, message = 'DB::Exception'): Error {
  return Object.assign(new Error(message), { code })
}
