import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { loadFactorSecrets } from './factor-secrets.ts'

const secret = Buffer.from('12345678901234567890')

describe('what guards second factors', () => {
  it('opens what it sealed, after a restart too', async () => {
    const directory = temporaryDirectory()
    const sealed = (await loadFactorSecrets(directory)).seal(secret)
    expect(sealed.includes(secret)).toBe(false)
    expect((await loadFactorSecrets(directory)).open(sealed)).toEqual(secret)
  })

  it('opens nothing that another key sealed, or that was changed', async () => {
    const secrets = await loadFactorSecrets(temporaryDirectory())
    const sealed = secrets.seal(secret)
    const other = await loadFactorSecrets(temporaryDirectory())
    expect(() => other.open(sealed)).toThrow(/factors\.key/)
    for (let n = 0; n < sealed.length; n += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(n) ^ 1, n)
      expect(() => secrets.open(changed), `byte ${n}`).toThrow()
    }
  })

  it('seals the same secret differently each time', async () => {
    const secrets = await loadFactorSecrets(temporaryDirectory())
    expect(secrets.seal(secret)).not.toEqual(secrets.seal(secret))
  })

  it('hashes a code for one account', async () => {
    const secrets = await loadFactorSecrets(temporaryDirectory())
    expect(secrets.hashCode('a', 'code')).toEqual(secrets.hashCode('a', 'code'))
    expect(secrets.hashCode('b', 'code')).not.toEqual(secrets.hashCode('a', 'code'))
  })

  it('says what a damaged key costs before anybody deletes it', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'factors.key'), 'not a key')
    await expect(loadFactorSecrets(directory)).rejects.toThrow(/factors\.key.*backup.*every second factor/)
  })

  it('keeps its key for its owner only', async () => {
    const directory = temporaryDirectory()
    await loadFactorSecrets(directory)
    expect(readdirSync(directory)).toEqual(['factors.key'])
    expect(statSync(join(directory, 'factors.key')).mode & 0o777).toBe(0o600)
  })
})
