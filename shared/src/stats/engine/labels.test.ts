import { describe, expect, it } from 'vitest'
import { issueCampaign } from '../../domain/issue-campaign.ts'
import { depthsFrom, filterLabel, valueLabel } from './labels.ts'

describe('valueLabel', () => {
  it('names countries, languages and what readers do', () => {
    expect(valueLabel('country', 'GB')).toBe('United Kingdom')
    expect(valueLabel('language', 'en-GB')).toBe('British English')
    expect(valueLabel('event_type', 'affiliate_click')).toBe('Affiliate click')
    expect(valueLabel('channel', 'ai_assistant')).toBe('AI assistant')
    expect(valueLabel('hour_of_week', '5-21')).toBe('Fri 21:00')
    expect(valueLabel('page', '/articles/pine_beer')).toBe('/articles/pine_beer')
  })

  it('names an issue of the newsletter by its day', () => {
    const at = new Date('2026-07-17T08:00:00Z')
    const campaign = issueCampaign('03bbd460-0000-4000-8000-000000000000', at)
    expect(valueLabel('utm_campaign', campaign)).toBe('Friday Edition, 17 Jul 2026, 09:00')
  })

  it('leaves what is no code as it is', () => {
    expect(valueLabel('utm_campaign', 'better-fridays')).toBe('better-fridays')
    expect(valueLabel('utm_campaign', 'friday-edition-2026-13-45-0900-03bbd460')).toContain('2026-13-45')
    expect(valueLabel('country', 'Narnia')).toBe('Narnia')
    expect(valueLabel('language', '!!')).toBe('!!')
    expect(valueLabel('hour_of_week', '9')).toBe('9')
  })

  it('has a word for nothing', () => {
    expect(valueLabel('source', '')).toBe('Direct')
    expect(valueLabel('utm_term', '')).toBe('None')
  })
})

describe('filterLabel', () => {
  it('says a filter as people would', () => {
    expect(filterLabel({ operator: 'is', dimension: 'country', values: ['GB', 'IE'] })).toBe(
      'Country is United Kingdom or Ireland',
    )
    expect(filterLabel({ operator: 'is_not', dimension: 'source', values: [''] })).toBe(
      'Source is not Direct',
    )
    expect(filterLabel({ operator: 'contains', dimension: 'country', values: ['G'] })).toBe(
      'Country contains G',
    )
  })

  it('names the mark that was passed, where every depth from it on is meant', () => {
    const depths = (...values: string[]) => filterLabel({ operator: 'is', dimension: 'read_depth', values })
    expect(depths(...depthsFrom('75'))).toBe('Depth reached: 75% or more')
    expect(depths('75')).toBe('Depth reached is 75 to 99%')
    expect(depths('0', '25')).toBe('Depth reached is Below 25% or 25 to 49%')
    expect(depths('100')).toBe('Depth reached: The end')
  })
})
