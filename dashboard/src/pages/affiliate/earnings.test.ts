import { describe, expect, it } from 'vitest'
import { earned, earningsFigure, earningsWords, perClickWords } from './earnings.ts'

const pounds = { currency: 'GBP', approved: 120.5, pending: 0, per_click: 0.42 }
const euros = { currency: 'EUR', approved: 3.1, pending: 8, per_click: null }

describe('earnings in words', () => {
  it('keep currencies apart, and what is not approved yet', () => {
    expect(earningsWords([pounds])).toBe('£120.50')
    expect(earningsWords([pounds, euros])).toBe('£120.50; €3.10, €8.00 pending')
    expect(perClickWords([pounds, euros])).toBe('£0.42')
  })

  it('begin with pounds, and make a figure of them with the rest beside it', () => {
    expect(earningsWords([euros, pounds])).toBe('£120.50; €3.10, €8.00 pending')
    expect(perClickWords([{ ...euros, per_click: 0.2 }, pounds])).toBe('£0.42; €0.20')
    expect(earningsFigure([euros, { ...pounds, pending: 8 }])).toEqual({
      value: '£120.50',
      note: '£8.00 pending; €3.10, €8.00 pending',
    })
    expect(earningsFigure([pounds])).toEqual({ value: '£120.50', note: undefined })
    expect(earningsFigure([])).toEqual({ value: '–', note: undefined })
  })

  it('are a dash where there is nothing', () => {
    expect(earningsWords([])).toBe('–')
    expect(perClickWords([euros])).toBe('–')
    expect(earned([])).toBeNull()
  })
})
