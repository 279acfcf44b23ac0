import { describe, expect, it } from 'vitest'
import { CONVERSION_TYPES } from '../domain/conversion-types.ts'
import { aConversion } from '../testing/events.ts'
import { problemsOf } from '../testing/problems-of.ts'
import { Conversion } from './conversion.ts'

const given = (overrides: object) => ({ ...aConversion(), ...overrides })

describe('Conversion', () => {
  it('reads the whole of it', () => {
    const whole = {
      type: 'conversion',
      event_id: '0193a5c0-7f3e-7abc-8def-0123456789ab',
      occurred_at: '2026-11-20T10:00:00.000Z',
      page_path: '/reviews/top-5-non-alcoholic-beers-uk',
      event_type: 'affiliate_click',
      product_name: 'Something',
      product_rank: 1,
      value: 5,
      currency: 'GBP',
      conversion_data: { from: 'card' },
    }
    expect(Conversion.parse(whole)).toEqual({ ...whole, occurred_at: Date.UTC(2026, 10, 20, 10) })
  })

  it('needs an id, a time, a path and a type', () => {
    expect(problemsOf(Conversion, { type: 'conversion' })).toEqual([
      'event_id',
      'occurred_at',
      'page_path',
      'event_type',
    ])
  })

  it('knows the six types of the contract, and no other', () => {
    expect(CONVERSION_TYPES).toEqual([
      'newsletter_signup',
      'ebook_download',
      'contact_sent',
      'affiliate_click',
      'free_gift_click',
      'review_view',
    ])
    for (const type of CONVERSION_TYPES)
      expect(problemsOf(Conversion, given({ event_type: type }))).toEqual([])
    for (const type of ['', 'purchase', 'Affiliate_Click', 'affiliate_click ', '__proto__', 'constructor']) {
      expect(problemsOf(Conversion, given({ event_type: type }))).toEqual(['event_type'])
    }
  })

  it.each([
    ['product_name', ['', 'x'.repeat(200)], ['x'.repeat(201), 1]],
    ['product_rank', [1, 100], [0, -1, 101, 1.5, '1', null]],
    ['value', [0, 0.01, 1_000_000], [-0.01, 1_000_000.01, Infinity, Number.NaN, '5', null]],
    ['currency', ['GBP', 'XTS'], ['gbp', 'GB', 'GBPS', '£', '']],
  ])('bounds %s', (field, good, bad) => {
    for (const value of good) expect(problemsOf(Conversion, given({ [field]: value }))).toEqual([])
    for (const value of bad) expect(problemsOf(Conversion, given({ [field]: value }))).toEqual([field])
  })

  it('bounds its data', () => {
    expect(problemsOf(Conversion, given({ conversion_data: { a: { b: { c: { d: {} } } } } }))).toEqual([
      'conversion_data',
    ])
  })

  it('strips what it does not know', () => {
    expect(Conversion.parse(given({ discount: 5 }))).not.toHaveProperty('discount')
  })
})
