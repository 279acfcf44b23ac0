import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { PageShares } from './PageShares.tsx'

/** The cells of the row of a page that 90 of 300 sessions went on to. */
function cellsOfNewPage(before: JourneyStep): string[] {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <PageShares
        step={{ pages: [{ page: '/articles/new', sessions: 90 }], others: 0, ended: 210 }}
        before={before}
        ended="Exit"
        nameOf={(page) => page}
        hrefOf={(page) => page}
        file="pages"
      />
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
