import { benchIngest, type IngestFigures } from '../collector/bench/ingest-bench.ts'
import { GENERATOR } from '../collector/bench/load.ts'
import type { CollectorPhase, Phase } from '../collector/bench/measure.ts'

/** Measures the way of a beacon up to the tables, against a server that only parses. Ends with one line of JSON. */
const started = Date.now()
console.log(
  `Load comes from ${GENERATOR === 'wrk' ? 'wrk' : 'a Node process, which takes more of the machine than wrk'}.`,
)
const figures = await benchIngest(console.log)
console.log(table(figures))
const { account } = figures
console.log(
  account.ok
    ? `The account adds up: ${whole(account.acknowledged)} events acknowledged, ${whole(account.accepted)} accepted, ${whole(account.stored)} stored.`
    : `THE ACCOUNT DOES NOT ADD UP: ${account.problems.join('; ')}`,
)
console.log(
  JSON.stringify({
    benchmark: 'ingest',
    seconds: (Date.now() - started) / 1000,
    generator: GENERATOR,
    ...figures,
  }),
)
process.exitCode = account.ok ? 0 : 1

function table({ single, fifty, half_load }: IngestFigures): string {
  const rows = [
    ['', 'requests/s', 'acknowledged/s', 'stored/s', 'p50 ms', 'p99 ms', 'CPU s', 'memory MB'],
    row('1 event, bare', single.bare),
    row('1 event, collector', single.collector),
    row('50 events, bare', fifty.bare),
    row('50 events, collector', fifty.collector),
    row('half load, bare', half_load.bare),
    row('half load, collector', half_load.collector),
  ]
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? []
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  const aims = [
    aim('one event: share of bare', single.ratio, '>=', 0.6),
    aim('50 events: acknowledged/s', fifty.collector.acknowledged_per_second, '>=', 100_000),
    aim('50 events: stored/s', fifty.collector.stored_per_second, '>=', 60_000),
    aim('half load: p99 ms', half_load.collector.p99_ms, '<', 20),
  ]
  return ['', ...lines, '', ...aims, ''].join('\n')
}

function row(name: string, phase: Phase | CollectorPhase): string[] {
  const rates = [name, whole(phase.requests_per_second), whole(phase.acknowledged_per_second)]
  const latency = [phase.p50_ms.toFixed(2), phase.p99_ms.toFixed(2)]
  if (!('stored_per_second' in phase)) return [...rates, '', ...latency, '', '']
  const memory = [phase.rss_start_mb, phase.rss_peak_mb, phase.rss_end_mb].join(' → ')
  return [...rates, whole(phase.stored_per_second), ...latency, phase.cpu_seconds?.toFixed(1) ?? '?', memory]
}

function aim(name: string, value: number, relation: '>=' | '<', bound: number): string {
  const reached = relation === '<' ? value < bound : value >= bound
  const shown = value < 1_000 ? value.toFixed(2) : whole(value)
  return `${reached ? 'reached' : 'missed '}  ${name}: ${shown} (aim ${relation} ${bound.toLocaleString('en-GB')})`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}
