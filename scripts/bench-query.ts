import { parseArgs } from 'node:util'
import { measureQueries, type SizeFigures, type Times } from '../collector/bench/query/query-bench.ts'

/**
 * Measures the queries of the overview and of the reports over millions of made-up events. Ends with one line of JSON.
 * `--millions 1,10` says how many; `--keep DIR` leaves the events in a directory and finds them there.
 */
const { values } = parseArgs({
  options: { millions: { type: 'string', default: '1,10' }, keep: { type: 'string' } },
})
const started = Date.now()
const sizes: SizeFigures[] = []
for (const millions of values.millions.split(',').map(Number)) {
  const figures = await measureQueries(millions * 1_000_000, console.log, values.keep)
  sizes.push(figures)
  console.log(table(figures))
  console.log(aims(figures))
}
console.log(growth(sizes))
console.log(JSON.stringify({ benchmark: 'query', seconds: (Date.now() - started) / 1_000, sizes }))

function table({ events, queries, reports, overview, first, scan, stored_bytes }: SizeFigures): string {
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, i) => (i < 2 ? String(cell).padEnd(13) : String(cell).padStart(11))).join(' ')
  const times = ({ p50_ms, p95_ms, cpu_ms }: Times) => [
    p50_ms,
    p95_ms,
    cpu_ms ?? '',
    (p50_ms / scan.p50_ms).toFixed(2),
  ]
  return [
    `\n${events.toLocaleString('en-GB')} events, ${Math.round(stored_bytes / 1e6)} MB stored`,
    line(['panel', 'filter', 'days', 'p50 ms', 'p95 ms', 'cpu ms', 'of a scan', 'rows read']),
    ...queries.map((query) =>
      line([query.panel, query.filter, query.days, ...times(query), query.rows_read]),
    ),
    ...reports.map((report) => line([report.page, 'whole page', report.days, ...times(report)])),
    line(['overview', 'whole page', 7, ...times(overview)]),
    line(['channels', 'first query', 7, ...times(first)]),
    line(['scan', '', 90, ...times(scan)]),
  ].join('\n')
}

/** Aims on two cores that nothing else uses, up to 10 million events; twice as long beyond. */
function aims({ events, queries, reports, overview }: SizeFigures): string {
  const factor = events <= 10_000_000 ? 1 : 2
  const aim = (name: string, listed: readonly Times[], most: number) => {
    const within = listed.filter(({ p95_ms }) => p95_ms <= most).length
    return `${within === listed.length ? 'reached' : 'missed '}  ${name}: ${within} of ${listed.length} within ${most} ms`
  }
  return [
    '',
    aim(
      'unfiltered panels, p95',
      queries.filter(({ filter }) => filter === 'none'),
      50 * factor,
    ),
    aim(
      'filtered panels, p95',
      queries.filter(({ filter }) => filter !== 'none'),
      200 * factor,
    ),
    aim('reports, p95', reports, 300 * factor),
    aim('the whole overview, p95', [overview], 300 * factor),
  ].join('\n')
}

/** How many times longer queries take with the most events than with the fewest. */
function growth(measured: readonly SizeFigures[]): string {
  const [fewest, most] = [measured[0], measured.at(-1)]
  if (!fewest || !most || fewest === most) return ''
  const ratios = most.queries.flatMap((query, i) => {
    const before = fewest.queries[i]
    return before ? query.p50_ms / Math.max(before.p50_ms, 1) : []
  })
  const sorted = ratios.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1)
  return `\n${most.events / fewest.events} times the events: half of the queries take at most ${at(0.5)} times as long, nine in ten at most ${at(0.9)} times`
}
