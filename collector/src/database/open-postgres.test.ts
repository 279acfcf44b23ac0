import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { putMigratedDatabase } from '../../test/postgres/migrated-database.ts'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { errorSentence } from '../platform/error-sentence.ts'
import { isUnavailable } from '../platform/unavailable.ts'
import { openPglite } from './open-pglite.ts'
import { openPostgres } from './open-postgres.ts'

describe('openPostgres, embedded', () => {
  it('keeps what was committed when its process is killed', async () => {
    const path = join(temporaryDirectory(), 'postgres')
    await putMigratedDatabase(path)
    const writer = spawn(process.execPath, [
      fileURLToPath(new URL('../../test/postgres/write-until-killed.ts', import.meta.url)),
      path,
    ])
    let committed = 0
    for await (const chunk of writer.stdout) {
      committed = Number(String(chunk).trim().split('\n').at(-1))
      if (committed > 200) break
    }
    writer.kill('SIGKILL')
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')

    const { db, close } = await openPostgres({ kind: 'embedded', path })
    const rows = await sql<{ count: string }>`select count(*) from numbers`.execute(db)
    await close()
    expect(committed).toBeGreaterThan(200)
    expect(Number(rows.rows[0]?.count)).toBeGreaterThanOrEqual(committed)
  })

  it('starts over where an earlier start was interrupted while it made the directory', async () => {
    const path = join(temporaryDirectory(), 'postgres')
    mkdirSync(`${path}.unfinished`)
    writeFileSync(join(`${path}.unfinished`, 'PG_VERSION'), 'half')

    const { db, close } = await openPostgres({ kind: 'embedded', path })
    const result = await sql<{ one: number }>`select 1 as one`.execute(db)
    await close()
    expect(result.rows).toEqual([{ one: 1 }])
    expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('has a session without a transaction or locks after a connection that broke in the middle of one', async () => {
    const path = join(temporaryDirectory(), 'postgres')
    await putMigratedDatabase(path)
    // For servers.
    vi.stubEnv('PGSSLMODE', 'require')
    const pglite = await openPglite(path)
    const pool = new Pool(pglite.poolConfig)
    await pool.query('create table numbers (n int)')
    vi.unstubAllEnvs()
    // At once and while a query runs: the next connection must not come before the end of the last.
    for (const [n, last] of Array.from({ length: 50 }, (_, n) => [n, n % 10 === 0] as const)) {
      const broken = await pool.connect()
      await broken.query('select pg_advisory_lock(1)')
      await broken.query('begin; insert into numbers values (-1)')
      const unread = last ? broken.query('select pg_sleep(0.1)') : Promise.reject(new Error('none'))
      broken.release(new Error('broken'))
      await Promise.all([
        expect(unread).rejects.toThrow(),
        pool.query(`begin; insert into numbers values (${n}); commit`),
      ])
    }
    const { rows } = await pool.query(
      `select count(*) filter (where n < 0) as broken, count(distinct n) as stored,
        (select count(*) from pg_locks where locktype = 'advisory') as locks from numbers`,
    )
    expect(rows).toEqual([{ broken: '0', stored: '50', locks: '0' }])
    await pool.end()
    await pglite.close()
  })

  it('starts again after it has ended', async () => {
    const path = join(temporaryDirectory(), 'postgres')
    await putMigratedDatabase(path)
    const pglite = await openPglite(path)
    const pool = new Pool(pglite.poolConfig)
    pool.on('error', () => {})
    const broken = await pool.connect()
    await broken.query('create table numbers as select 1 as n')
    const { stream } = (broken as unknown as { connection: { stream: Duplex } }).connection
    const closed = new Promise((resolve) => stream.once('close', resolve))
    const errors: unknown[] = []
    broken.on('error', (error) => errors.push(error))
    // Half of a message with which a client starts: PGlite takes that for a fault of its own.
    stream.write(Buffer.from([0, 0, 0, 30, 0, 3, 0, 0]))
    await closed
    broken.release(true)
    expect(isUnavailable(errors[0])).toBe(true)
    const { rows } = await pool.query('select n from numbers')
    expect(rows).toEqual([{ n: 1 }])
    await pool.end()
    await pglite.close()
  })

  it('names a folder that it cannot look into, and makes no database beside it', async () => {
    const directory = temporaryDirectory()
    // The error of a folder that belongs to another user is of the same kind, but does not stop a test that runs as root.
    const file = join(directory, 'data')
    writeFileSync(file, '')
    const error = await openPglite(join(file, 'postgres')).catch((cause: unknown) => cause)
    expect(errorSentence(error)).toBe(`${file}/postgres/PG_VERSION is below a file, not in a folder.`)
  })

  it('says what to do where PGlite is not installed', async () => {
    await expect(openPglite('memory://', '@half-measure/not-installed')).rejects.toMatchObject({
      code: 'embedded_postgres_missing',
      message: expect.stringMatching(/Set DATABASE_URL to a PostgreSQL server/),
    })
  })
})

describe('openPostgres, on a server', () => {
  it('opens while the server is unavailable; only a query reports it', async () => {
    const { db, close } = await openPostgres({ kind: 'server', url: 'postgres://nobody@127.0.0.1:1/none' })
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await close()
  })
})
