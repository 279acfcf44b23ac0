import { copyFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { createAccessTokens } from './access-tokens.ts'
import { loadSigningKeys } from './signing-keys.ts'

const now = new Date('2026-11-20T10:00:00Z')
const later = new Date('2026-11-21T10:00:00Z')

describe('loadSigningKeys', () => {
  it('makes a key at the first start, for its owner’s eyes only, and finds it at the second', async () => {
    const directory = join(temporaryDirectory(), 'keys')
    const first = await loadSigningKeys(directory, now)
    const second = await loadSigningKeys(directory, later)

    expect(second.current.kid).toBe(first.current.kid)
    const files = readdirSync(directory)
    expect(files).toEqual([`${first.current.kid}.signing-key.json`])
    expect(statSync(join(directory, files[0] ?? '')).mode & 0o777).toBe(0o600)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
  })

  it('publishes public halves only', async () => {
    const { jwks } = await loadSigningKeys(temporaryDirectory(), now)
    expect(jwks.keys).toHaveLength(1)
    expect(Object.keys(jwks.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

  it('signs with the newest key, accepts what older ones signed, and forgets a key whose file is gone', async () => {
    const directory = temporaryDirectory()
    const claims = { sub: crypto.randomUUID(), session_id: crypto.randomUUID(), aal: 'aal1' as const }
    const oldKeys = await loadSigningKeys(directory, now)
    const { token } = await createAccessTokens(oldKeys, 'https://a.test', () => now).issue(claims)

    const elsewhere = temporaryDirectory()
    const newKeys = await loadSigningKeys(elsewhere, later)
    const newFile = `${newKeys.current.kid}.signing-key.json`
    copyFileSync(join(elsewhere, newFile), join(directory, newFile))

    const both = await loadSigningKeys(directory, later)
    expect(both.current.kid).toBe(newKeys.current.kid)
    expect(both.jwks.keys).toHaveLength(2)
    const verify = (keys: typeof both) => createAccessTokens(keys, 'https://a.test', () => now).verify(token)
    await expect(verify(both)).resolves.toMatchObject({ sub: claims.sub })

    rmSync(join(directory, `${oldKeys.current.kid}.signing-key.json`))
    await expect(verify(await loadSigningKeys(directory, later))).rejects.toMatchObject({ code: 'bad_jwt' })
  })

  it.each(['', '{"jwk":{}}', 'not json'])('names the file that cannot be used: %j', async (content) => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'broken.signing-key.json'), content)
    await expect(loadSigningKeys(directory, now)).rejects.toMatchObject({
      code: 'key_file_damaged',
      message: expect.stringContaining(join(directory, 'broken.signing-key.json')),
    })
  })
})
