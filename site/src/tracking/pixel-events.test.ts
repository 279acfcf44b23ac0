import {
  aClick,
  aConversion,
  anAssignment,
  anEngagement,
  aPageView,
} from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { pixelEvents } from './pixel-events.ts'

describe('what the pixel hears', () => {
  it('of a page view: its title', () => {
    expect(pixelEvents(aPageView({ page_title: 'Pine Beer' }))).toEqual([
      ['PageView', { page_title: 'Pine Beer' }],
    ])
  })

  it('of a click: what was used', () => {
    expect(pixelEvents(aClick({ element_type: 'button', element_id: 'hero' }))).toEqual([
      ['ClickEvent', { element_type: 'button', element_id: 'hero' }],
    ])
  })

  it('of an affiliate click: product, rank and value', () => {
    const product = { product_name: 'Quarter Bell Pale', product_rank: 1, value: 5, currency: 'GBP' }
    expect(pixelEvents(aConversion({ event_type: 'affiliate_click', ...product }))).toEqual([
      ['AffiliateClick', product],
    ])
  })

  it('of a view of the review: ViewContent at 5 GBP, and ReviewPageView', () => {
    expect(pixelEvents(aConversion({ event_type: 'review_view', value: 5, currency: 'GBP' }))).toEqual([
      ['ViewContent', { content_type: 'review', value: 5, currency: 'GBP' }],
      ['ReviewPageView', {}],
    ])
  })

  it('of every other conversion: its kind', () => {
    expect(pixelEvents(aConversion({ event_type: 'contact_sent' }))).toEqual([
      ['Conversion', { event_type: 'contact_sent' }],
    ])
  })

  it('of reading and experiments: nothing', () => {
    expect([...pixelEvents(anEngagement()), ...pixelEvents(anAssignment())]).toEqual([])
  })
})
