import type { ClickHouseClient } from '@clickhouse/client'
import {
  type HistoryDimension,
  type HistoryImport,
  HISTORY_PROVIDERS,
  STORING_MS,
} from '@half-measure/shared/stats/imported-history.ts'
import { sql } from 'kysely'
import { withIsoDates } from '../../database/rows.ts'
import type { Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { ApiError } from '../../platform/api-error.ts'
import { inSlices } from '../../platform/in-slices.ts'
import { insertRows } from '../../warehouse/clickhouse/insert-rows.ts'
import type { HistoryFile } from './history-file.ts'

/*
 * An import is a row in PostgreSQL and a partition in ClickHouse.
 *
 * 1. Figures come from imports that are `stored`: a row enters that state once its partition is complete, and leaves
 *    it before the partition is dropped. After a crash in between, the row remains, and deleting it repairs both. An
 *    import that was deleted while it was being stored drops its own partition.
 * 2. A file is imported once, and a day of a provider's report is in one import, so figures are added up without a
 *    check for duplicates.
 */

export interface HistoryStoreOptions {
  readonly db: Db
  readonly now: () => Date
  /** Inserts. */
  readonly writer: ClickHouseClient
  /** Changes tables. */
  readonly migrator: ClickHouseClient
}

/** Newest first. */
export async function listImports(db: Db): Promise<HistoryImport[]> {
  const rows = await selectImports(db).orderBy('imported_at', 'desc').orderBy('id').execute()
  return rows.map(withIsoDates)
}

export function contentsOf({ provider, report, dimensions, first_day, last_day, rows }: HistoryFile) {
  return { provider, report, dimensions, first_day, last_day, rows: rows.length }
}

/** Why a file conflicts with an existing import, in a sentence; null if it does not. */
export async function conflictOf(db: Db, file: HistoryFile): Promise<string | null> {
  const { provider, dimensions, first_day, last_day } = file
  const [other] = await selectImports(db)
    .where((eb) =>
      eb.or([
        eb('file_digest', '=', file.digest),
        eb.and([
          eb('provider', '=', provider),
          sql<boolean>`dimensions && ${sql.val(dimensions)}::text[]`,
          sql<boolean>`first_day <= ${last_day}::date and last_day >= ${first_day}::date`,
        ]),
      ]),
    )
    .orderBy(sql`file_digest = ${file.digest}`, 'desc')
    .limit(1)
    .select('file_digest')
    .execute()
  if (!other) return null
  if (other.file_digest === file.digest)
    return `This file was imported already, as ${other.file_name}. Delete that import first to replace it.`
  const { label } = HISTORY_PROVIDERS[other.provider]
  // Two files cut at midnight UTC each have a part of the same day in summer: leaving it out would lose it.
  const advice =
    provider === 'umami'
      ? ', and cut the files at midnight UK time (23:00 UTC in summer), so that no day is in two.'
      : ', or leave its days out of the file.'
  return `${label}’s ${wordsOf(other.dimensions)} from ${other.first_day} to ${other.last_day} were imported already, as ${other.file_name}, and would count twice. Delete that import first${advice}`
}

/** @param by account of the administrator. @throws {ApiError} 409 `history_conflict`, `import_deleted`. */
export async function storeImport(
  { db, now, writer, migrator }: HistoryStoreOptions,
  file: HistoryFile,
  { fileName, by }: { readonly fileName: string; readonly by: string },
): Promise<HistoryImport> {
  const { id } = await db.transaction().execute(async (trx) => {
    // Concurrent imports that overlap would not see each other.
    await sql`select pg_advisory_xact_lock(hashtext('history_imports'))`.execute(trx)
    const conflict = await conflictOf(trx, file)
    if (conflict !== null) throw new ApiError(409, 'history_conflict', conflict)
    return trx
      .insertInto('history_imports')
      .values({
        ...contentsOf(file),
        file_name: fileName,
        file_digest: file.digest,
        state: 'storing',
        imported_by: by,
        imported_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  await insertRows(writer, 'analytics.imported_history', ndjson(id, file), {
    insert_deduplication_token: id,
    async_insert: 0,
  })
  const stored = await db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('history_imports')
      .set({ state: 'stored' })
      .where('id', '=', id)
      .where('state', '=', 'storing')
      .returning('id')
      .executeTakeFirst()
    if (!updated) return null
    await recordAudit(trx, now(), null, {
      event: 'history_imported',
      details: { by, import_id: id, provider: file.provider, file_name: fileName, rows: file.rows.length },
    })
    return withIsoDates(await selectImports(trx).where('id', '=', id).executeTakeFirstOrThrow())
  })
  if (stored) return stored
  await dropRows(migrator, id)
  throw new ApiError(
    409,
    'import_deleted',
    'This import was deleted while its file was being stored, so none of its figures were kept. Import the file again.',
  )
}

/**
 * Deletes an import and its rows, even if the import was interrupted, but not while it is being stored.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `import_not_found`; 409 `import_storing`.
 */
export async function deleteImport(
  { db, now, migrator }: Omit<HistoryStoreOptions, 'writer'>,
  id: string,
  by: string,
): Promise<void> {
  const found = await db
    .updateTable('history_imports')
    .set({ state: 'deleting' })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('state', '!=', 'storing'), eb('imported_at', '<=', new Date(now().getTime() - STORING_MS))]),
    )
    .returning(['provider', 'file_name'])
    .executeTakeFirst()
  if (!found) {
    await selectImports(db).where('id', '=', id).executeTakeFirstOrThrow(importNotFound)
    throw new ApiError(
      409,
      'import_storing',
      'This file is still being imported. Wait until it is, or for a minute: after that the import was interrupted and can be deleted.',
    )
  }
  await dropRows(migrator, id)
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('history_imports').where('id', '=', id).execute()
    await recordAudit(trx, now(), null, {
      event: 'history_import_deleted',
      details: { by, import_id: id, ...found },
    })
  })
}

async function dropRows(migrator: ClickHouseClient, id: string): Promise<void> {
  await migrator.command({
    query: `ALTER TABLE analytics.imported_history DROP PARTITION tuple(toUUID({id: String}))`,
    query_params: { id },
  })
}

export const importNotFound = () =>
  new ApiError(404, 'import_not_found', 'There is no such import, or it was deleted.')

function selectImports(db: Db) {
  return db
    .selectFrom('history_imports')
    .select(['id', 'provider', 'report', 'dimensions', 'file_name', 'rows', 'state', 'imported_at'])
    .select([sql<string>`first_day::text`.as('first_day'), sql<string>`last_day::text`.as('last_day')])
}

const NAMES: Readonly<Record<HistoryDimension, string>> = {
  total: 'totals',
  page: 'pages',
  source: 'sources',
  country: 'countries',
  device: 'devices',
}

function wordsOf(dimensions: readonly HistoryDimension[]): string {
  return dimensions.map((dimension) => NAMES[dimension]).join(', ')
}

async function* ndjson(id: string, { provider, rows }: HistoryFile): AsyncGenerator<Buffer> {
  for await (const slice of inSlices(rows)) {
    const lines = slice.map((row) => `${JSON.stringify({ import_id: id, provider, ...row })}\n`)
    yield Buffer.from(lines.join(''))
  }
}
