import { describe, expect, it } from 'vitest'
import { qrModules } from './EnrolFactor.tsx'
import { readQr } from './testing/read-qr.ts'

describe('qrModules', () => {
  it.each([
    [
      'the address of a second factor',
      'otpauth://totp/Half%20Measure:a%2Bb%40c.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Half%20Measure',
    ],
    ['other letters', 'Ünïcode, £5, 😀'],
    ['a long text', 'x'.repeat(412)],
  ])('can be read: %s', (_, text) => {
    expect(readQr(qrModules(text) ?? [])).toBe(text)
  })

  it('has a frame of four light modules around it', () => {
    const modules = qrModules('hi')
    expect(modules).toHaveLength(21 + 2 * 4)
    expect(modules?.slice(0, 4).flat()).not.toContain(true)
    expect(modules?.[4]?.slice(3, 12)).toEqual([false, true, true, true, true, true, true, true, false])
  })

  it('is null for what no code holds', () => {
    expect(qrModules('x'.repeat(5_000))).toBeNull()
  })
})
