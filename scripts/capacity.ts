import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ASSUMPTIONS, PRICES, RECORDED, withBenchmark } from './capacity/figures.ts'
import { plan, type Plan } from './capacity/model.ts'
import { type Outcome, type Scenario, simulate } from './capacity/simulate.ts'

/**
 * What a load needs, and what outages do to it: `npm run capacity [-- --bench <output of bench:ingest or bench:query>]`,
 * as often as there are outputs. Prints the tables of docs/operations/capacity.md.
 */
const { values } = parseArgs({ options: { bench: { type: 'string', multiple: true, default: [] } } })
const outputs = await Promise.all(values.bench.map((file) => readFile(file, 'utf8')))
const figures = outputs.reduce(withBenchmark, RECORDED)

const plans = [1e6, 10e6, 100e6, 1_000e6].map((load) => plan(load, figures, ASSUMPTIONS, PRICES))
const columns: [string, (plan: Plan) => string][] = [
  ['Events a day', ({ eventsPerDay }) => `${whole(eventsPerDay / 1e6)} million`],
  [
    'Events a second, average and peak',
    ({ eventsPerSecond }) => `${whole(eventsPerSecond.average)}, ${whole(eventsPerSecond.peak)}`,
  ],
  ['Collectors (2 cores each)', ({ collectors }) => `${collectors.count}, for ${collectors.because}`],
  ['Memory of each, GB', ({ collectors }) => whole(collectors.memoryGb)],
  ['Log of each, GB', ({ collectors }) => whole(collectors.diskGb)],
  [
    'ClickHouse, shards × replicas',
    ({ clickhouse }) => `${clickhouse.shards} × ${clickhouse.replicas} (${clickhouse.because})`,
  ],
  ['Cores of each node', ({ clickhouse }) => whole(clickhouse.coresEach)],
  ['Disk of each node, GB', ({ clickhouse }) => whole(clickhouse.diskGb)],
  ['Keepers', ({ keepers }) => whole(keepers)],
  ['Network at the peak, Mbit/s', ({ networkMbit }) => networkMbit.toFixed(1)],
  ['Cost a month, £', ({ cost }) => whole(cost)],
]
console.log(
  table([
    ['', ...plans.map(columns[0]?.[1] ?? String)],
    ...columns.slice(1).map(([name, of]) => [name, ...plans.map(of)]),
  ]),
)

const one = {
  collectors: 1,
  shards: 1,
  replicas: 1,
  // Nobody plans for an outage at the end of which all goes as fast as it can.
  rowsPerSecond: figures.rowsPerSecond * ASSUMPTIONS.utilisation,
  bytesPerEvent: figures.loggedBytesPerEvent,
  spoolMaxBytes: 4 * 1024 ** 3,
}
const cluster = { ...one, collectors: 24, shards: 2, replicas: 2, spoolMaxBytes: 16 * 1024 ** 3 }
const scenarios: Scenario[] = [
  ...[1e6, 10e6].flatMap((eventsPerDay) =>
    [1, 12, 24].map((hours): Scenario => ({
      ...one,
      eventsPerDay,
      name: `${whole(eventsPerDay / 1e6)} million a day, one host, ClickHouse away for ${hours} h from noon`,
      outages: [{ part: 'shard', which: 0, from: 12, hours }],
    })),
  ),
  {
    ...cluster,
    eventsPerDay: 100e6,
    name: '100 million a day, 2 × 2, one replica away for 12 h',
    outages: [{ part: 'replica', which: 0, from: 12, hours: 12 }],
  },
  {
    ...cluster,
    eventsPerDay: 100e6,
    name: '100 million a day, 2 × 2, both replicas of a shard away for 3 h',
    outages: [0, 1].map((which) => ({ part: 'replica', which, from: 17, hours: 3 })),
  },
  {
    ...cluster,
    eventsPerDay: 100e6,
    name: '100 million a day, 2 × 2, all of ClickHouse away for 3 h, a third of the collectors for the last of them',
    outages: [
      { part: 'shard', which: 'all', from: 17, hours: 3 },
      ...Array.from({ length: 8 }, (_, which) => ({ part: 'collector' as const, which, from: 19, hours: 1 })),
    ],
  },
]
const results = scenarios.map(simulate)
console.log(
  table([
    ['Outage', 'Fullest log, GB', 'Caught up after, min', 'Refused'],
    ...results.map(({ name, fullestSpoolBytes, catchUpMinutes, refused }: Outcome) => [
      name,
      (fullestSpoolBytes / 1e9).toFixed(2),
      catchUpMinutes === undefined ? 'not in three days' : catchUpMinutes.toFixed(1),
      whole(refused),
    ]),
  ]),
)

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}

/** Markdown. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}
