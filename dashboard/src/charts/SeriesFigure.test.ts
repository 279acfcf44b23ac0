import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { expect, it } from 'vitest'
import { tableCsv } from '../ui/table-csv.ts'
import { columnsOf } from './SeriesFigure.tsx'
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
