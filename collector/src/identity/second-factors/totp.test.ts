import { describe, expect, it } from 'vitest'
import { base32, createTotpSecret, matchTotp, totpCode, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('time-based codes', () => {
  // RFC 6238, appendix B, SHA-1: the last six of eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of the standard %d seconds after 1970', (seconds, code) => {
    expect(totpCode(secret, at(seconds))).toBe(code)
  })

  it('are taken a step early and a step late, and no more', () => {
    const code = totpCode(secret, at(3_000_000))
    const taken = [-31, -30, 0, 29, 30, 59, 60].map((offset) =>
      matchTotp(secret, code, at(3_000_000 + offset), null),
    )
    expect(taken).toEqual([undefined, 100_000, 100_000, 100_000, 100_000, 100_000, undefined])
  })

  it('are not taken again, nor older ones after newer ones', () => {
    const now = at(3_000_000)
    const [older, current] = [totpCode(secret, at(2_999_970)), totpCode(secret, now)]
    expect(matchTotp(secret, current, now, 99_999)).toBe(100_000)
    expect(matchTotp(secret, current, now, 100_000)).toBeUndefined()
    expect(matchTotp(secret, older, now, 100_000)).toBeUndefined()
  })

  it.each(['', '0', '28708', '2870820', 'abcdef', '２８７０８２'])('are six digits: not %j', (code) => {
    expect(matchTotp(secret, code, at(59), null)).toBeUndefined()
  })

  it('come from a secret that apps can read', () => {
    expect(createTotpSecret()).toHaveLength(20)
    expect(totpUri(secret, 'Half Measure', 'a+b@c.test')).toBe(
      'otpauth://totp/Half%20Measure:a%2Bb%40c.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Half%20Measure',
    )
  })
})

describe('base32', () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j is %j', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
  })
})
