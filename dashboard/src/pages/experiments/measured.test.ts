import { describe, expect, it } from 'vitest'
import { bareDifference, differenceUnit, differenceText, liftRange, rateRange, rateText } from './measured.ts'

describe('what a test has measured', () => {
  it('is a share of sessions, or pounds a session', () => {
    expect(rateText('affiliate_click', 0.0425)).toBe('4.25%')
    expect(rateText('value', 0.314)).toBe('£0.31')
    expect(rateRange('affiliate_click', [0.039, 0.046])).toBe('3.90% to 4.60%')
  })

  it('differs by points, never by percent of percent', () => {
    expect(differenceText('affiliate_click', 0.004)).toBe('+0.4 points')
    expect(differenceText('value', -0.05)).toBe('−£0.05')
    expect(differenceText('affiliate_click', -0.002, 0.01)).toBe('−0.2 to +1.0 points')
    expect(differenceText('value', -0.02, 0.1)).toBe('−£0.02 to +£0.10')
  })

  it('has decimals enough for a small one to be seen', () => {
    expect(differenceText('affiliate_click', 0.0003, 0.0021)).toBe('+0.03 to +0.21 points')
    expect(differenceText('affiliate_click', -0.021, -0.00004)).toBe('−2.100 to −0.004 points')
    expect(differenceText('affiliate_click', 0, 0.02)).toBe('0.0 to +2.0 points')
    expect(differenceText('value', -0.002, 0.1)).toBe('−£0.002 to +£0.100')
    expect(differenceText('affiliate_click', 0.0003)).toBe('+0.03 points')
    expect(liftRange([0.0004, 0.02])).toBe('+0.04% to +2.00%')
  })

  it('shows what rounds to nothing as 0, without a sign', () => {
    expect(differenceText('affiliate_click', 0.1 + 0.2 - 0.3)).toBe('0.0 points')
    expect(differenceText('value', -0.00004, 0.02)).toBe('£0.00 to +£0.02')
    expect(differenceText('affiliate_click', -0.0000006, 0.02)).toBe('−0.0001 to +2.0000 points')
  })

  it('leaves its unit to the head of an axis', () => {
    expect([bareDifference('affiliate_click', 0.055), differenceUnit('affiliate_click')]).toEqual([
      '+5.5',
      'percentage points',
    ])
    expect([bareDifference('value', -0.05), differenceUnit('value')]).toEqual(['−0.05', 'pounds per session'])
    expect(
      ['0', '0.0005', '0.0015'].map((share) => bareDifference('affiliate_click', Number(share))),
    ).toEqual(['0.0', '+0.05', '+0.15'])
  })

  it('has a lift with both signs', () => {
    expect(liftRange([-0.05, 0.53])).toBe('−5.0% to +53.0%')
  })
})
