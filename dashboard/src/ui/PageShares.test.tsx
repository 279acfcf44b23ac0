import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { PageShares, shareColumns, shareRows } from './PageShares.tsx'
import { tableCsv } from './table-csv.ts'

const propsWith = (before: JourneyStep | undefined) => ({
  step: { pages: [{ page: '/articles/new', sessions: 90 }], others: 0, ended: 210 },
  before,
  days: '2026-11-01 to 2026-11-07',
  ended: 'Exit',
  nameOf: (page: string) => page,
  hrefOf: (page: string) => page,
  file: 'pages',
})

/** The cells of the row of a page that 90 of 300 sessions went on to. */
function cellsOfNewPage(before: JourneyStep): string[] {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <PageShares {...propsWith(before)} />
    </MemoryRouter>,
  )
  const row = markup.split('<tr>').find((part) => part.includes('/articles/new')) ?? ''
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, ''))
}

it('knows that no session went on to a page that is new', () => {
  expect(cellsOfNewPage({ pages: [], others: 0, ended: 300 })).toEqual([
    '90 30.0%',
    expect.stringMatching(/\+30\.0 points$/),
  ])
})

it('compares with nothing what may have been among other pages', () => {
  expect(cellsOfNewPage({ pages: [], others: 5, ended: 295 })).toEqual(['90 30.0%', '–'])
})

describe('the file', () => {
  const linesOf = (before: JourneyStep | undefined) => {
    const props = propsWith(before)
    return tableCsv(shareRows(props), shareColumns(before && props.days)).split('\r\n')
  }

  it('has shares, and the sessions and shares of the compared days, which its header names', () => {
    const [header, ...rows] = linesOf({ pages: [], others: 0, ended: 200 })
    expect(header).toMatch(
      /^"Page","Sessions: [^"]+","Share of sessions \(%\)","Sessions, 2026-11-01 to 2026-11-07","Share of sessions \(%\), 2026-11-01 to 2026-11-07"$/,
    )
    expect(rows).toEqual(['"/articles/new","90","30","0","0"', '"Exit","210","70","200","100"', ''])
  })

  it('has no earlier figures of pages that may have been among others, and none without a comparison', () => {
    expect(linesOf({ pages: [], others: 5, ended: 195 })[1]).toBe('"/articles/new","90","30","",""')
    expect(linesOf(undefined)[1]).toBe('"/articles/new","90","30"')
  })
})
