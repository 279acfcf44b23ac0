import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

describe('passwords', () => {
  it('are hashed by argon2id with 19 MiB and two passes, each with a salt of its own', async () => {
    const [one, other] = await Promise.all([passwords.hash('malt floor'), passwords.hash('malt floor')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
  })

  it('match as typed, to the last of many characters', async () => {
    const long = `${'å'.repeat(200)} end`
    const hash = await passwords.hash(long)
    expect(await passwords.matches(hash, long)).toBe(true)
    expect(await passwords.matches(hash, `${'å'.repeat(200)} enD`)).toBe(false)
  })

  it('never match where there is no account', async () => {
    expect(await passwords.matches(undefined, 'anything')).toBe(false)
  })
})
