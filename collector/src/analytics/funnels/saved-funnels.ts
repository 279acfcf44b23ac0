import type { FunnelDraft, SavedFunnel } from '@half-measure/shared/stats/funnels.ts'
import type { Kysely, Selectable } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Database } from '../../database/schema/database.ts'
import type { SavedFunnelsTable } from '../../database/schema/workspace-tables.ts'

/** More than anybody reads. */
const MOST = 100

export const funnelNotFound = () =>
  new ApiError(404, 'funnel_not_found', 'There is no such funnel, or not any more.')

/** The funnels that administrators keep, for all of them. */
export class SavedFunnelStore {
  readonly #db: Kysely<Database>
  readonly #now: () => Date

  constructor(db: Kysely<Database>, now: () => Date = () => new Date()) {
    this.#db = db
    this.#now = now
  }

  /** By name. */
  async list(): Promise<SavedFunnel[]> {
    const rows = await this.#db.selectFrom('saved_funnels').selectAll().execute()
    return rows.map(describe).sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1))
  }

  /** @throws {ApiError} 409 `too_many_funnels`. */
  async save(draft: FunnelDraft): Promise<SavedFunnel> {
    const { kept } = await this.#db
      .selectFrom('saved_funnels')
      .select((eb) => eb.fn.countAll<string>().as('kept'))
      .executeTakeFirstOrThrow()
    if (Number(kept) >= MOST) {
      throw new ApiError(409, 'too_many_funnels', `At most ${MOST} funnels can be kept. Delete one first.`)
    }
    const at = this.#now()
    const row = await this.#db
      .insertInto('saved_funnels')
      .values({ ...draft, created_at: at, changed_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
    return describe(row)
  }

  /** @throws {ApiError} 404 `funnel_not_found`. */
  async change(id: string, draft: FunnelDraft): Promise<SavedFunnel> {
    const row = await this.#db
      .updateTable('saved_funnels')
      .set({ ...draft, changed_at: this.#now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw funnelNotFound()
    return describe(row)
  }

  /** @throws {ApiError} 404 `funnel_not_found`. */
  async delete(id: string): Promise<void> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('saved_funnels')
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw funnelNotFound()
  }
}

function describe(row: Selectable<SavedFunnelsTable>): SavedFunnel {
  const { id, name, steps, window_minutes, created_at, changed_at } = row
  return {
    id,
    name,
    steps,
    window_minutes,
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
  }
}
