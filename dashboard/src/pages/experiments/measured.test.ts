import { describe, expect, it } from 'vitest'
import {
  bareDifference,
  differenceRange,
  differenceUnit,
  differenceText,
  liftRange,
  rateRange,
  rateText,
} from './measured.ts'

describe('what a test has measured', () => {
  it('is a share of visits, or pounds a visit', () => {
    expect(rateText('affiliate_click', 0.0425)).toBe('4.25%')
    expect(rateText('value', 0.314)).toBe('£0.31')
    expect(rateRange('affiliate_click', [0.039, 0.046])).toBe('3.90% to 4.60%')
  })

  it('differs by points, never by percent of percent', () => {
    expect(differenceText('affiliate_click', 0.004)).toBe('+0.4 points')
    expect(differenceText('value', -0.05)).toBe('-£0.05')
    expect(differenceRange('affiliate_click', [-0.002, 0.01])).toBe('-0.2 to +1.0 points')
    expect(differenceRange('value', [-0.02, 0.1])).toBe('-£0.02 to +£0.10')
  })

  it('leaves its unit to the head of an axis', () => {
    expect([bareDifference('affiliate_click', 0.055), differenceUnit('affiliate_click')]).toEqual([
      '+5.5',
      'percentage points',
    ])
    expect([bareDifference('value', -0.05), differenceUnit('value')]).toEqual(['-0.05', 'pounds per session'])
    expect(bareDifference('affiliate_click', 0)).toBe('0.0')
  })

  it('has a lift with both signs', () => {
    expect(liftRange([-0.05, 0.53])).toBe('-5.0% to +53.0%')
  })
})
