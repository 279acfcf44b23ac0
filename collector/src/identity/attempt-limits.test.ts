import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import type { Db } from '../database/schema/database.ts'
import { ApiError } from '../platform/api-error.ts'
import { type AttemptLimits, createAttemptLimits, type Limit } from './attempt-limits.ts'

const attemptIn = (db: Db, limits: AttemptLimits, own: readonly Limit[]) =>
  db.transaction().execute((trx) => limits.attempt(trx, own))

describe('the key of the limits', () => {
  const open = (directory: string) => createAttemptLimits(directory, () => new Date())
  const hashIn = async (directory: string) =>
    (await open(directory)).forClient('client', '203.0.113.7')[0]?.keyHash

  it('gives the same hash after a restart, and another one where the key differs', async () => {
    const directory = temporaryDirectory()
    const before = await hashIn(directory)
    expect(before).toHaveLength(32)
    expect(await hashIn(directory)).toEqual(before)
    expect(await hashIn(temporaryDirectory())).not.toEqual(before)
    expect(statSync(join(directory, 'limits.key')).mode & 0o777).toBe(0o600)
  })

  it('is named where its file cannot be used', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'limits.key'), 'short')
    await expect(open(directory)).rejects.toThrow(join(directory, 'limits.key'))
  })
})

describePostgres('the networks of a /48', (db) => {
  const network = (n: number) => `2001:db8:1:${n.toString(16)}::1`

  async function openLimits() {
    const limits = await createAttemptLimits(temporaryDirectory(), new TestClock().now)
    const attempt = (address: string) => attemptIn(db(), limits, limits.forClient('recover_client', address))
    return { limits, attempt }
  }

  it('have the attempts of four networks, however many there are', async () => {
    const { limits, attempt } = await openLimits()
    let allowed = 0
    for (let n = 0; n < 60; n += 1) if ((await attempt(network(n))).allowed) allowed += 1
    expect(allowed).toBe(40)
    expect(() => limits.refuseAtOnce(limits.forClient('recover_client', network(99)))).toThrow(ApiError)
    expect((await attempt('2001:db8:2:1::1')).allowed).toBe(true)
    expect((await attempt('203.0.113.7')).allowed).toBe(true)
  })

  it('keep theirs while one of them is refused', async () => {
    const { attempt } = await openLimits()
    for (let n = 0; n < 60; n += 1) await attempt(network(1))
    expect((await attempt(network(2))).allowed).toBe(true)
  })

  it('are stored as keyed hashes, like their /48', async () => {
    const { limits, attempt } = await openLimits()
    await attempt(network(1))
    const rows = await db().selectFrom('limited_attempts').select('key_hash').execute()
    expect(rows.map((row) => row.key_hash.length)).toEqual([32, 32])
    const [own, block] = limits.forClient('recover_client', network(2))
    const stored = rows.map((row) => row.key_hash.toString('hex'))
    expect(stored).toContain(block?.keyHash.toString('hex'))
    expect(stored).not.toContain(own?.keyHash.toString('hex'))
  })
})

describePostgres('a network that used up its attempts', (db) => {
  it('is refused without the database from then on, until its time is over', async () => {
    const clock = new TestClock()
    const limits = await createAttemptLimits(temporaryDirectory(), clock.now)
    const own = limits.forClient('recover_client', '203.0.113.7')
    const attempt = () => attemptIn(db(), limits, own)
    const refusal = () => {
      try {
        limits.refuseAtOnce(own)
        return undefined
      } catch (error) {
        return error instanceof ApiError ? [error.status, error.retryAfter] : error
      }
    }
    while ((await attempt()).allowed) expect(refusal()).toBeUndefined()
    expect(refusal()).toEqual([429, expect.any(Number)])
    expect(() => limits.refuseAtOnce(limits.forClient('recover_client', '203.0.113.8'))).not.toThrow()
    clock.advance({ minutes: 24 * 60 })
    expect(refusal()).toBeUndefined()
    expect((await attempt()).allowed).toBe(true)
  })

  it('is not told so for a subject: that limit can be lifted', async () => {
    const limits = await createAttemptLimits(temporaryDirectory(), () => new Date())
    const own = [limits.forSubject('recover_account', 'a@b.test')]
    const attempt = () => attemptIn(db(), limits, own)
    while ((await attempt()).allowed);
    expect(() => limits.refuseAtOnce(own)).not.toThrow()
  })
})
