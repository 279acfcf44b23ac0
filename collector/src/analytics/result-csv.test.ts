import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import { DIMENSION_DEFINITIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { expect, it } from 'vitest'
import { aStatsResult } from '../testing/stats-result.ts'
import { csvName, resultCsvLines } from './result-csv.ts'

const resultCsv = (query: StatsQuery, result: Partial<StatsResult>, titles: PageTitles = []) =>
  [...resultCsvLines(query, aStatsResult(result), titles)].join('')

const range = { from: '2026-11-13T00:00:00Z', to: '2026-11-14T00:00:00Z' }

it('writes what has nothing to divide by as nothing, and no value as a formula', () => {
  const query = StatsQuery.parse({
    range,
    metrics: ['sessions', 'bounce_rate'],
    dimension: 'utm_term',
    compare: 'previous',
  })
  const rows = [
    {
      key: '=HYPERLINK("x")',
      figures: { sessions: 0, bounce_rate: null },
      compared: { sessions: 2, bounce_rate: 50 },
    },
  ]
  const compared_range = { from: '2026-11-12T00:00:00Z', to: '2026-11-13T00:00:00Z' }
  expect(resultCsv(query, { rows, compared_range })).toBe(
    `\uFEFF"UTM term","Sessions: ${METRICS.sessions.definition}","Bounce rate (%): ${METRICS.bounce_rate.definition}",` +
      '"Sessions, 2026-11-12 to 2026-11-12","Bounce rate (%), 2026-11-12 to 2026-11-12"\r\n' +
      '"\'=HYPERLINK(""x"")","0","","2","50"\r\n',
  )
})

it('says at what time the compared range ends, if not at midnight: the whole day has another figure', () => {
  const query = StatsQuery.parse({ range, metrics: ['sessions'], dimension: 'page', compare: 'week' })
  const compared_range = { from: '2026-11-06T00:00:00Z', to: '2026-11-06T10:00:00Z' }
  expect(resultCsv(query, { compared_range })).toContain(
    ',"Sessions, 2026-11-06 to 2026-11-06T10:00+00:00"\r\n',
  )
})

it('says of each bucket of time whether it was counted: nothing is not zero', () => {
  const hours = ['00', '01', '02', '03', '04'].map((hour) => `2026-11-13T${hour}:00:00.000Z`)
  const query = StatsQuery.parse({ range, metrics: ['sessions'], interval: 'hour', compare: 'previous' })
  const rows = [null, 4, 0, 2, null].map((sessions, i) => ({
    key: hours[i] ?? '',
    figures: { sessions },
    compared: { sessions: null },
    compared_key: '2026-11-12T00:00:00.000Z',
  }))
  const lines = resultCsv(query, {
    rows,
    incomplete_from: hours[3] ?? null,
    counted_since: hours[1] ?? null,
    compared_range: { from: '2026-11-12T00:00:00Z', to: '2026-11-13T00:00:00Z' },
  }).split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF"Start of hour","Counted","Sessions: /)
  expect(lines.slice(1, 6).map((line) => line.split(',').slice(1, 3).join())).toEqual([
    '"not counted",""',
    '"in full","4"',
    '"in full","0"',
    '"so far","2"',
    '"not yet",""',
  ])
  expect(lines[1]).toMatch(/,"2026-11-12T00:00\+00:00",""$/)
})

it.each([
  ['hour', '2026-06-02T00:00+01:00', '2026-05-26T00:00+01:00'],
  ['day', '2026-06-02', '2026-05-26'],
] as const)('names every %s by the clocks of the zone, in summer too', (interval, start, before) => {
  const summer = { from: '2026-06-01T23:00:00Z', to: '2026-06-02T23:00:00Z' }
  const query = StatsQuery.parse({ range: summer, metrics: ['sessions'], interval, compare: 'week' })
  const compared_range = { from: '2026-05-25T23:00:00Z', to: '2026-05-26T23:00:00Z' }
  const row = { key: '2026-06-01T23:00:00.000Z', figures: { sessions: 4 }, compared: { sessions: 3 } }
  const rows = [{ ...row, compared_key: '2026-05-25T23:00:00.000Z' }]
  const [, line] = resultCsv(query, { rows, compared_range }).split('\r\n')
  expect(line).toBe(`"${start}","in full","4","${before}","3"`)
})

it('calls events without a value what the screen calls them', () => {
  const query = StatsQuery.parse({ range, metrics: ['sessions'], dimension: 'source' })
  const rows = [{ key: '', figures: { sessions: 4 } }]
  expect(resultCsv(query, { rows }).split('\r\n')[1]).toBe('"Direct","4"')
})

it('says of days what charts say: not counted, or counted on the first day, whatever its first hour', () => {
  const query = StatsQuery.parse({
    range: { from: '2026-11-10T00:00:00Z', to: '2026-11-13T00:00:00Z' },
    metrics: ['sessions'],
    interval: 'day',
  })
  const rows = ['2026-11-10', '2026-11-11', '2026-11-12'].map((day) => ({
    key: `${day}T00:00:00.000Z`,
    figures: { sessions: day === '2026-11-10' ? null : 1 },
  }))
  const lines = resultCsv(query, { rows, counted_since: '2026-11-11T09:00:00.000Z' }).split('\r\n')
  expect(lines.slice(1, 4).map((line) => line.split(',')[1])).toEqual([
    '"not counted"',
    '"in full"',
    '"in full"',
  ])
})

it('says so of weeks that the range cuts', () => {
  const query = StatsQuery.parse({
    range: { from: '2026-10-28T00:00:00Z', to: '2026-11-11T00:00:00Z' },
    metrics: ['sessions'],
    interval: 'week',
  })
  const rows = ['2026-10-26', '2026-11-02', '2026-11-09'].map((day) => ({
    key: `${day}T00:00:00.000Z`,
    figures: { sessions: 1 },
  }))
  const lines = resultCsv(query, { rows }).split('\r\n')
  expect(lines.slice(1, 4).map((line) => line.split(',')[1])).toEqual(['"in part"', '"in full"', '"in part"'])
})

it('gives pages their titles', () => {
  const query = StatsQuery.parse({ range, metrics: ['clicks'], dimension: 'entry' })
  const rows = ['/articles/pine-beer', '/'].map((key) => ({ key, figures: { clicks: 1 } }))
  const lines = resultCsv(query, { rows }, [{ path: '/articles/pine-beer', title: 'Pine Beer' }])
  expect(lines).toContain(`"Entry page: ${DIMENSION_DEFINITIONS.entry}","Title",`)
  expect(lines.split('\r\n').slice(1, 3)).toEqual(['"/articles/pine-beer","Pine Beer","1"', '"/","","1"'])
})

it('is named by the first and the last day of its range, in the zone of the range', () => {
  const november = { from: '2026-10-31T23:00:00-01:00', to: '2026-12-01T00:00:00Z' }
  expect(csvName(StatsQuery.parse({ range: november, metrics: ['sessions'], dimension: 'page' }))).toBe(
    'page-2026-11-01-2026-11-30.csv',
  )
  const summerDay = { from: '2026-07-19T23:00:00Z', to: '2026-07-20T23:00:00Z' }
  expect(csvName(StatsQuery.parse({ range: summerDay, metrics: ['sessions'], interval: 'hour' }))).toBe(
    'hour-2026-07-20-2026-07-20.csv',
  )
})
