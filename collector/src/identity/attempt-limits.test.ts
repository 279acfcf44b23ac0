import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { createAttemptLimits } from './attempt-limits.ts'

describePostgres('the key of the limits', (db) => {
  const open = (directory: string) => createAttemptLimits(db(), directory, () => new Date())
  const hashIn = async (directory: string) =>
    (await open(directory)).forClient('client', '203.0.113.7').keyHash

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
