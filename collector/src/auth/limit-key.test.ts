import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { loadLimitKey } from './limit-key.ts'

describe('loadLimitKey', () => {
  it('gives the same hash after a restart and another one under another key', async () => {
    const directory = temporaryDirectory()
    const before = (await loadLimitKey(directory))('client:203.0.113.7')
    const after = (await loadLimitKey(directory))('client:203.0.113.7')
    const elsewhere = (await loadLimitKey(temporaryDirectory()))('client:203.0.113.7')
    expect(before).toHaveLength(32)
    expect(after).toEqual(before)
    expect(elsewhere).not.toEqual(before)
    expect(statSync(join(directory, 'limits.key')).mode & 0o777).toBe(0o600)
  })

  it('names the file that cannot be used', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'limits.key'), 'short')
    await expect(loadLimitKey(directory)).rejects.toThrow(join(directory, 'limits.key'))
  })
})
