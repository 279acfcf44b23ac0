import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { createAccessTokens } from './access-tokens.ts'
import { loadSigningKeys, type SigningKeys } from './signing-keys.ts'

const now = new Date('2026-11-20T10:00:00Z')
const later = new Date('2026-11-21T10:00:00Z')

describe('loadSigningKeys', () => {
  it('makes a key at the first start, for its owner’s eyes only, and finds it at the second', async () => {
    const directory = join(temporaryDirectory(), 'keys')
    const first = await loadSigningKeys(directory, () => now)
    const second = await loadSigningKeys(directory, () => later)

    expect(second.current.kid).toBe(first.current.kid)
    const files = readdirSync(directory)
    expect(files).toEqual(['first.signing-key.json'])
    expect(statSync(join(directory, files[0] ?? '')).mode & 0o777).toBe(0o600)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
  })

  it('makes one key for collectors that share the folder and start together', async () => {
    const directory = join(temporaryDirectory(), 'keys')
    const all = await Promise.all([1, 2, 3].map(() => loadSigningKeys(directory, () => now)))
    expect(new Set(all.map(({ current }) => current.kid)).size).toBe(1)
    expect(readdirSync(directory)).toEqual(['first.signing-key.json'])
  })

  it('publishes public halves only', async () => {
    const { jwks } = await loadSigningKeys(temporaryDirectory(), () => now)
    expect(jwks.keys).toHaveLength(1)
    expect(Object.keys(jwks.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

  describe('rotated', () => {
    const claims = { sub: crypto.randomUUID(), session_id: crypto.randomUUID(), aal: 'aal1' as const }
    const kids = (keys: SigningKeys) => keys.jwks.keys.map(({ kid }) => kid)

    it('publishes the new key ten minutes before it signs, and accepts the old one until its tokens are over', async () => {
      const clock = new TestClock()
      const keys = await loadSigningKeys(temporaryDirectory(), clock.now)
      const tokens = createAccessTokens(keys, 'https://a.test', clock.now)
      const old = keys.current.kid
      clock.advance({ days: 30 })
      const made = await keys.rotate()
      expect([keys.current.kid, kids(keys)]).toEqual([old, [old, made]])

      clock.advance({ minutes: 9, seconds: 59 })
      const last = await tokens.issue(claims)
      expect(keys.current.kid).toBe(old)
      clock.advance({ seconds: 1 })
      expect(keys.current.kid).toBe(made)
      const first = await tokens.issue(claims)

      clock.advance({ minutes: 14, seconds: 58 })
      await expect(tokens.verify(last.token)).resolves.toEqual(claims)
      await expect(tokens.verify(first.token)).resolves.toEqual(claims)
      clock.advance({ minutes: 2 })
      expect(kids(keys)).toEqual([made])
      await expect(tokens.verify(last.token)).rejects.toMatchObject({ code: 'bad_jwt' })
    })

    it('continues after a restart, and deletes expired keys', async () => {
      const clock = new TestClock()
      const directory = temporaryDirectory()
      const keys = await loadSigningKeys(directory, clock.now)
      const old = keys.current.kid
      clock.advance({ days: 1 })
      const made = await keys.rotate()
      const again = await loadSigningKeys(directory, clock.now)
      expect([again.current.kid, kids(again)]).toEqual([old, [old, made]])
      clock.advance({ minutes: 30 })
      expect(kids(await loadSigningKeys(directory, clock.now))).toEqual([made])
      expect(readdirSync(directory)).toEqual([`${made}.signing-key.json`])
    })

    it('twice in a row leaves no moment without a signer that everybody knows', async () => {
      const clock = new TestClock()
      const keys = await loadSigningKeys(temporaryDirectory(), clock.now)
      clock.advance({ days: 1 })
      const old = keys.current.kid
      const second = await keys.rotate()
      clock.advance({ minutes: 5 })
      const third = await keys.rotate()
      expect([keys.current.kid, kids(keys)]).toEqual([old, [old, second, third]])
      clock.advance({ minutes: 5 })
      expect(keys.current.kid).toBe(second)
      clock.advance({ minutes: 5 })
      expect(keys.current.kid).toBe(third)
    })

    it('where a key was stolen, its file is removed, and nothing that it signed is accepted', async () => {
      const clock = new TestClock()
      const directory = temporaryDirectory()
      const keys = await loadSigningKeys(directory, clock.now)
      const { token } = await createAccessTokens(keys, 'https://a.test', clock.now).issue(claims)
      const made = await keys.rotate()
      rmSync(join(directory, 'first.signing-key.json'))
      const left = await loadSigningKeys(directory, clock.now)
      expect(left.current.kid).toBe(made)
      await expect(createAccessTokens(left, 'https://a.test', clock.now).verify(token)).rejects.toMatchObject(
        { code: 'bad_jwt' },
      )
    })
  })

  it.each(['', '{"jwk":{}}', 'not json'])('names the file that cannot be used: %j', async (content) => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'broken.signing-key.json'), content)
    await expect(loadSigningKeys(directory, () => now)).rejects.toMatchObject({
      code: 'key_file_damaged',
      message: expect.stringContaining(join(directory, 'broken.signing-key.json')),
    })
  })
})
