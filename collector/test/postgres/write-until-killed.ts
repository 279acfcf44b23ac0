/** A program: commits numbers into the embedded Postgres of a directory, and prints each one after its commit. */
import { sql } from 'kysely'
import { openPostgres } from '../../src/database/open-postgres.ts'

const { db } = await openPostgres({ kind: 'embedded', path: process.argv[2] ?? '' })
await sql`create table numbers (n int primary key)`.execute(db)
for (let n = 1; ; n += 1) {
  await sql`insert into numbers values (${n})`.execute(db)
  process.stdout.write(`${n}\n`)
}
