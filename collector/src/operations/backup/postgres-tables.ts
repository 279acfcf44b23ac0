import { type Kysely, sql, type Transaction } from 'kysely'
import { appliedMigrations } from '../../database/migrate.ts'
import type { Database } from '../../database/schema/database.ts'
import type { WriteMember } from './archive.ts'
import { BackupError, type Manifest } from './manifest.ts'

/** Rows in memory, and per statement. */
const CHUNK_ROWS = 2_000

/** Writes each table into a file, all from one snapshot. */
export async function backUpPostgres(
  db: Kysely<Database>,
  write: WriteMember,
  progress: (line: string) => void,
): Promise<Manifest['postgres']> {
  const version = (await appliedMigrations(db)).at(-1)
  if (version === undefined) throw new BackupError('The Postgres database has not been set up yet.')
  const tables = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const written: Manifest['postgres']['tables'] = []
      for (const table of await tablesOf(trx)) {
        const columns = await columnsOf(trx, table)
        const file = `postgres/${table}.ndjson.zst`
        const read = { rows: 0 }
        await write(file, ndjsonOf(readRows(trx, table, columns), read))
        written.push({ table, columns, rows: read.rows, file })
      }
      return written
    })
  progress(`postgres: ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows in ${tables.length} tables`)
  return { version, tables }
}

/** @throws {BackupError} unless the database is empty. */
export async function expectEmptyPostgres(db: Kysely<Database>): Promise<void> {
  for (const table of await tablesOf(db)) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(db)
    if (rows.length > 0) {
      throw new BackupError(
        `The Postgres database is not empty (there are rows in ${table}). A backup is restored into an empty ` +
          'stack only: nothing here is merged or replaced.',
      )
    }
  }
}

/** Restores all rows in one transaction, into tables of the backup's version. */
export async function restorePostgres(
  db: Kysely<Database>,
  tables: Manifest['postgres']['tables'],
  read: (file: string) => Promise<Buffer>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const constraints = await foreignKeys(trx)
    // References are circular, within a table too, so they are checked at the end.
    for (const { table, name } of constraints) {
      await sql`ALTER TABLE ${sql.table(table)} ALTER CONSTRAINT ${sql.ref(name)} DEFERRABLE INITIALLY DEFERRED`.execute(
        trx,
      )
    }
    for (const { table, columns, rows, file } of tables) {
      const names = sql.join(columns.map((column) => sql.ref(column)))
      let restored = 0
      for (const texts of chunksOf(await read(file))) {
        restored += texts.length
        const chunk = `[${texts.join(',')}]`
        await sql`INSERT INTO ${sql.table(table)} (${names}) OVERRIDING SYSTEM VALUE
          SELECT ${names} FROM json_populate_recordset(NULL::${sql.table(table)}, ${chunk}::json)`.execute(
          trx,
        )
      }
      if (restored !== rows) throw new BackupError(`${file} has ${restored} rows, not ${rows}.`)
      await setSequences(trx, table, columns)
    }
    await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(trx)
    for (const { table, name } of constraints)
      await sql`ALTER TABLE ${sql.table(table)} ALTER CONSTRAINT ${sql.ref(name)} NOT DEFERRABLE`.execute(trx)
  })
}

type Connection = Kysely<Database> | Transaction<Database>

/** Our tables, but not the migrator's own. */
async function tablesOf(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'kysely%'
    ORDER BY table_name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Without generated columns, which need no value. */
async function columnsOf(db: Connection, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ${table} AND is_generated = 'NEVER'
    ORDER BY ordinal_position`.execute(db)
  return rows.map(({ name }) => name)
}

/** Rows as the database's own JSON, which it reads back exactly: bytes, and times to the microsecond. */
async function* readRows(
  trx: Transaction<Database>,
  table: string,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`DECLARE backed_up NO SCROLL CURSOR FOR
    SELECT row_to_json(t)::text AS row FROM (SELECT ${names} FROM ${sql.table(table)}) AS t`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`FETCH ${sql.lit(CHUNK_ROWS)} FROM backed_up`.execute(trx)
    yield rows.map(({ row }) => row)
    if (rows.length < CHUNK_ROWS) break
  }
  await sql`CLOSE backed_up`.execute(trx)
}

/** A line for each row. @param read counts them. */
async function* ndjsonOf(chunks: AsyncIterable<string[]>, read: { rows: number }): AsyncGenerator<string> {
  for await (const rows of chunks) {
    read.rows += rows.length
    yield rows.map((row) => `${row}\n`).join('')
  }
}

/** Non-empty lines, in chunks: all of a large table would exceed the longest possible string. */
function* chunksOf(bytes: Buffer): Generator<string[]> {
  let lines: string[] = []
  let at = 0
  while (at < bytes.length) {
    const found = bytes.indexOf('\n', at)
    const end = found < 0 ? bytes.length : found
    if (end > at) lines.push(bytes.toString('utf8', at, end))
    at = end + 1
    if (lines.length < CHUNK_ROWS) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}

async function foreignKeys(db: Connection): Promise<{ table: string; name: string }[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
    WHERE contype = 'f' AND NOT condeferrable AND connamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

/** Sets sequences past the restored values. */
async function setSequences(db: Connection, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    const { rows } = await sql<{ sequence: string | null }>`
      SELECT pg_get_serial_sequence(${table}, ${column}) AS sequence`.execute(db)
    const sequence = rows[0]?.sequence
    if (!sequence) continue
    await sql`SELECT setval(${sequence}::regclass, max(${sql.ref(column)})) FROM ${sql.table(table)}
      HAVING count(*) > 0`.execute(db)
  }
}
