import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Day } from '../time/day.ts'
import { periodOf } from '../time/period.ts'
import { tableCsv } from '../ui/table-csv.ts'
import { columnsOf, SeriesFigure } from './SeriesFigure.tsx'
import { prepareSeries } from './series.ts'

const range = { from: '2026-06-18T23:00:00.000Z', to: '2026-06-20T23:00:00.000Z' }
const compared_range = { from: '2026-06-11T23:00:00.000Z', to: '2026-06-13T10:00:00.000Z' }
const rows = [
  {
    key: '2026-06-18T23:00:00.000Z',
    figures: { engaged_time: 700 },
    compared: { engaged_time: 500 },
    compared_key: '2026-06-11T23:00:00.000Z',
  },
  { key: '2026-06-19T23:00:00.000Z', figures: { engaged_time: 50 } },
]

const linesOf = (compared: typeof compared_range | null) => {
  const data = {
    rows,
    totals: { figures: {} },
    incomplete_from: '2026-06-19T23:00:00.000Z',
    counted_since: null,
    compared_range: compared,
  }
  const { points } = prepareSeries(data, 'engaged_time', 'day', range)
  const columns = columnsOf('engaged_time', 'day', compared, () => null)
  return tableCsv(points, columns).split('\r\n')
}

it('saves the compared days, their unit and which day each is compared with', () => {
  const { label, definition } = METRICS.engaged_time
  expect(linesOf(compared_range)).toEqual([
    `"Start of day","Counted","${label} (s): ${definition}","Compared with","${label} (s), 2026-06-12 to 2026-06-13T11:00+01:00"`,
    '"2026-06-19","in full","700","2026-06-12","500"',
    '"2026-06-20","so far","50","",""',
    '',
  ])
})

it('saves nothing of a comparison without one', () => {
  expect(linesOf(null)[0]).not.toContain('Compared with')
})

afterEach(() => {
  vi.useRealTimers()
})

it('says in the legend at what time both periods begin and end', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:02:31Z') })
  const data = {
    rows: [],
    row_count: 0,
    totals: { figures: {} },
    incomplete_from: null,
    counted_since: null,
    compared_range: { from: '2026-11-06T14:03:00.000Z', to: '2026-11-13T14:02:31.000Z' },
    provenance: { rows_read: 0, bytes_read: 0, took_ms: 0, cached: false, as_of: '2026-11-20T14:02:30.000Z' },
  }
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <SeriesFigure
        data={data}
        period={periodOf({ kind: 'preset', preset: 'rolling' }, '2026-11-20' as Day)}
        interval="day"
        metric="sessions"
        zoomHref={() => '/'}
      />
    </MemoryRouter>,
  )
  const legend = /<ul class="legend.*?<\/ul>/.exec(markup)?.[0] ?? ''
  expect([...legend.matchAll(/<\/svg>(.*?)<\/li>/g)].map(([, text]) => text)).toEqual([
    '13 to 20 November 2026, the first day from 14:03 and the last day until 14:03',
    '6 to 13 November 2026, the first day from 14:03 and the last day until 14:02',
  ])
})
