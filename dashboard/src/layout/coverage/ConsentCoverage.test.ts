import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { describe, expect, it } from 'vitest'
import { coverageText } from './ConsentCoverage.tsx'

const covered = (page_loads: number, coverage: number | null) => ({
  page_loads,
  bot_loads: 0,
  page_views: 0,
  unique_sessions: 0,
  coverage,
  banners: { shown: 0, accepted: 0, rejected: 0, ignored: 0 },
})
const rest = { compared: null }
const FROM = '2026-11-15T00:00:00.000Z'
const since = '2026-11-01T09:00:00.000Z'

describe('the line about consent coverage', () => {
  it('says what to do where no page load has been counted', () => {
    const { text, share } = coverageText({ counted_since: null, totals: covered(0, null), ...rest }, FROM)
    expect(text).toContain('No page loads have been counted yet')
    expect(text).toContain('Open any page of the magazine')
    expect(share).toBeNull()
  })

  it('says since when they are counted where the period has none, or only for a part of it', () => {
    expect(coverageText({ counted_since: since, totals: covered(0, null), ...rest }, FROM).text).toBe(
      'No page loads in this period; they have been counted since Sun 1 Nov 2026, 09:00.',
    )
    const totals = covered(1_200, 62.4)
    expect(coverageText({ counted_since: '2026-11-16T14:00:00.000Z', totals, ...rest }, FROM).text).toBe(
      'These figures cover about 62% of 1,200 page loads, counted since Mon 16 Nov 2026, 14:00',
    )
  })

  it('says that a filter matches none, not that there are none', () => {
    const text = (from: string, ...filters: Dimension[]) =>
      coverageText({ counted_since: since, totals: covered(0, null), ...rest }, from, filters).text
    expect(text(FROM, 'page', 'source', 'country')).toBe(
      'No page loads in this period match the filter on page and country.',
    )
    expect(text('2026-10-25T00:00:00.000Z', 'page')).toMatch(
      /on page; they have been counted since Sun 1 Nov/,
    )
    expect(text(FROM, 'source')).toBe(
      'No page loads in this period; they have been counted since Sun 1 Nov 2026, 09:00.',
    )
  })

  it('names the days that the page does not', () => {
    const words = (leftOut: readonly Dimension[]) =>
      coverageText({ counted_since: since, totals: covered(1_200, 62.4), ...rest }, FROM, leftOut, 'of today')
        .text
    expect(words([])).toBe('Figures of today cover about 62% of 1,200 page loads')
    expect(words(['device'])).toBe(
      'Before the filter on device, figures of today cover about 62% of 1,200 page loads',
    )
  })

  it.each([
    [62.5, 'about 63%'],
    [0, 'about 0%'],
    [0.4, 'less than 1%'],
    [100, 'about 100%'],
  ])('has no decimals: %d', (share, words) => {
    const line = coverageText({ counted_since: since, totals: covered(9_000, share), ...rest }, FROM)
    expect(line).toEqual({ text: `These figures cover ${words} of 9,000 page loads`, share, warning: null })
  })

  it('names the filters that page loads cannot have', () => {
    const coverage = { counted_since: since, totals: covered(9_000, 62), ...rest }
    const text = (...leftOut: Dimension[]) => coverageText(coverage, FROM, leftOut).text
    expect(text('source')).toBe(
      'Before the filter on source, these figures cover about 62% of 9,000 page loads',
    )
    expect(text('source', 'device', 'device', 'entry')).toContain('filter on source, device and entry page,')
  })

  it.each([
    [62, 54, 'about 54%, so part of any rise in page views and sessions is that more readers accepted.'],
    [45, 60, 'about 60%, so part of any fall in page views and sessions is that fewer readers accepted.'],
    [62, 58, null],
    [62, null, null],
  ])('says what a change does to comparisons: %s%% after %s%%', (share, before, words) => {
    const compared = covered(9_000, before)
    const line = { counted_since: since, totals: covered(9_000, share), compared }
    expect(coverageText(line, FROM).warning).toBe(words && `In the comparison period it was ${words}`)
  })
})
