import { parseArgs } from 'node:util'
import { measureQueries, type SizeFigures } from '../collector/bench/query/query-bench.ts'

/**
 * Measures the queries of the overview over millions of made-up events. Ends with one line of JSON.
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

function table({ events, queries, reports, overview_ms, scan_ms, stored_bytes }: SizeFigures): string {
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, i) => (i < 2 ? String(cell).padEnd(13) : String(cell).padStart(11))).join(' ')
  return [
    `\n${events.toLocaleString('en-GB')} events, ${Math.round(stored_bytes / 1e6)} MB stored; overview ${overview_ms} ms; plain scan ${scan_ms} ms`,
    line(['panel', 'filter', 'days', 'p50 ms', 'p95 ms', 'of a scan', 'rows read']),
    ...queries.map(({ panel, filter, days, p50_ms, p95_ms, rows_read }) =>
      line([panel, filter, days, p50_ms, p95_ms, (p50_ms / scan_ms).toFixed(2), rows_read]),
    ),
    ...reports.map(({ page, days, p50_ms, p95_ms }) =>
      line([page, 'whole page', days, p50_ms, p95_ms, (p50_ms / scan_ms).toFixed(2)]),
    ),
  ].join('\n')
}

/** Aims on two cores that nothing else uses, up to 10 million events; twice as long beyond. */
function aims({ events, queries, overview_ms }: SizeFigures): string {
  const factor = events <= 10_000_000 ? 1 : 2
  const aim = (name: string, filtered: boolean, most: number) => {
    const listed = queries.filter(({ filter }) => (filter !== 'none') === filtered)
    const within = listed.filter(({ p95_ms }) => p95_ms <= most).length
    return `${within === listed.length ? 'reached' : 'missed '}  ${name}: ${within} of ${listed.length} within ${most} ms`
  }
  return [
    '',
    aim('unfiltered panels, p95', false, 50 * factor),
    aim('filtered panels, p95', true, 200 * factor),
    `${overview_ms <= 300 * factor ? 'reached' : 'missed '}  the whole overview: ${overview_ms} ms (aim <= ${300 * factor})`,
  ].join('\n')
}

/** How much longer the slowest tenth of the queries takes where there are most events, against the fewest. */
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
