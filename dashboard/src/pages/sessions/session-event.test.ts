import { type ValueLabel, valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { describe, expect, it } from 'vitest'
import { eventLine } from './session-event.ts'

const at = '2026-11-20T10:00:00.000Z'
const site = 'https://magazine.test'
const page_path = '/articles/pine-beer'
/** As where the titles are known. */
const labelOf: ValueLabel = (dimension, value) =>
  value === page_path ? 'Drinking a Christmas Tree' : valueLabel(dimension, value)

const NO_READING = {
  kind: 'engagement',
  at,
  page_path,
  active_seconds: 0,
  scroll_depth: 0,
  lcp_ms: null,
  inp_ms: null,
  cls: null,
} as const

describe('eventLine', () => {
  it('says what happened, and where', () => {
    expect(
      eventLine(
        { kind: 'page_view', at, page_path, page_title: '', referrer: 'https://a.test/' },
        labelOf,
        site,
      ),
    ).toEqual({
      kind: 'View',
      page: '/articles/pine-beer',
      words: 'Drinking a Christmas Tree',
      detail: 'from https://a.test/',
    })
    expect(eventLine({ kind: 'click', at, page_path, element: 'button:hero' }, labelOf, site).words).toBe(
      'button:hero',
    )
    expect(eventLine({ ...NO_READING, active_seconds: 65, scroll_depth: 50 }, labelOf, site).words).toBe(
      '1m 05s of reading, 50% of the article',
    )
    expect(eventLine({ ...NO_READING, lcp_ms: 1_840, cls: 0 }, labelOf, site)).toEqual({
      kind: 'Web vitals',
      words: 'LCP 1.84 s, CLS 0.000',
      detail: 'on Drinking a Christmas Tree',
    })
  })

  it('names the page of ours that a view came from by its title', () => {
    const detailOf = (referrer: string) =>
      eventLine({ kind: 'page_view', at, page_path: '/', page_title: '', referrer }, labelOf, site).detail
    expect(detailOf(`${site}${page_path}`)).toBe('from Drinking a Christmas Tree')
    expect(detailOf(`${site}${page_path}?utm_source=x#end`)).toBe('from Drinking a Christmas Tree')
    expect(detailOf(`https://elsewhere.test${page_path}`)).toBe(`from https://elsewhere.test${page_path}`)
    expect(detailOf('android-app://com.example')).toBe('from android-app://com.example')
  })

  it('says what a conversion may be worth, in its own currency', () => {
    const conversion = {
      kind: 'conversion',
      at,
      page_path,
      event_type: 'affiliate_click',
      product: 'Northern Line',
      value: 5,
      currency: 'GBP',
    } as const
    expect(eventLine(conversion, labelOf, site)).toEqual({
      kind: 'Conversion',
      words: 'Affiliate click',
      detail: 'Northern Line, £5.00, on Drinking a Christmas Tree',
    })
    expect(eventLine({ ...conversion, currency: 'EUR' }, labelOf, site).detail).toContain('5 EUR')
    expect(eventLine({ ...conversion, value: 0, product: '' }, labelOf, site).detail).toBe(
      'on Drinking a Christmas Tree',
    )
  })
})
