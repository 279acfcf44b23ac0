/**
 * `npm run capacity [-- --bench FILE]…`: the machines that a load needs, and the effect of outages on them, as the
 * tables of docs/operations/capacity.md. `--bench` takes the output of bench:ingest or bench:query in the place of
 * the measurements on record.
 */
import { readFile } from 'node:fs/promises'
import { runCommandLine } from '../collector/src/platform/command-line.ts'
import {
  ASSUMED,
  MEASURED,
  type Outage,
  plan,
  type Scenario,
  simulate,
  withBenchmark,
} from './capacity-model.ts'

await runCommandLine(
  [{ usage: 'capacity [--bench <file>]…' }],
  ['capacity', ...process.argv.slice(2)],
  async ({ options }) => {
    let measured = MEASURED
    for (const [, file] of options) measured = withBenchmark(measured, await readFile(file, 'utf8'), file)
    console.log(machinesTable(measured))
    console.log(outagesTable(measured))
  },
)

function machinesTable(measured: typeof MEASURED): string {
  const plans = [1e6, 10e6, 100e6, 1_000e6].map((load) => plan(load, measured))
  const rows: [string, (one: (typeof plans)[number]) => string][] = [
    ['', ({ eventsPerDay }) => inWords(eventsPerDay)],
    [
      'Events a second, average and peak',
      ({ eventsPerSecond: { average, peak } }) => `${whole(average)}, ${whole(peak)}`,
    ],
    [
      'Collectors (2 cores each)',
      ({ collectors }) => `${collectors.count}, limited by ${collectors.limitedBy}`,
    ],
    ['Memory of each, GB', ({ collectors }) => whole(collectors.memoryGb)],
    ['Log of each, GB', ({ collectors }) => whole(collectors.logGb)],
    [
      'ClickHouse, shards × replicas',
      ({ clickhouse }) => `${clickhouse.shards} × ${clickhouse.replicas}, limited by ${clickhouse.limitedBy}`,
    ],
    ['Cores of each node', ({ clickhouse }) => whole(clickhouse.coresEach)],
    ['Disk of each node, GB', ({ clickhouse }) => whole(clickhouse.diskGb)],
    ['Keepers', ({ keepers }) => whole(keepers)],
    [
      'Cores busy at the peak: collectors, inserts, sessions',
      ({ busyCores: { collectors, inserts, finishing } }) =>
        [collectors, inserts, finishing].map((cores) => cores.toFixed(2)).join(', '),
    ],
    ['Seconds between two batches of a shard', ({ secondsPerBatch }) => secondsPerBatch.toFixed(1)],
    [
      'Seconds for a panel of 7 days, of 90',
      ({ secondsPerPanel: { week, quarter } }) => `${week.toFixed(2)}, ${quarter.toFixed(2)}`,
    ],
    ['Network at the peak, Mbit/s', ({ networkMbit }) => networkMbit.toFixed(1)],
    ['Cost a month, £', ({ cost }) => whole(cost)],
  ]
  return markdown(rows.map(([name, of]) => [name, ...plans.map(of)]))
}

function outagesTable(measured: typeof MEASURED): string {
  // Planned for half the measured speed.
  const rowsPerSecond = measured.rowsPerSecond * ASSUMED.utilisation
  const bytesPerEvent = measured.loggedBytesPerEvent
  const host = {
    collectors: 1,
    shards: 1,
    replicas: 1,
    rowsPerSecond,
    bytesPerEvent,
    spoolMaxBytes: 4 * 1024 ** 3,
  }
  const cluster = (eventsPerDay: number) => {
    const { collectors, clickhouse } = plan(eventsPerDay, measured)
    const { shards, replicas } = clickhouse
    return {
      ...host,
      eventsPerDay,
      collectors: collectors.count,
      shards,
      replicas,
      spoolMaxBytes: 16 * 1024 ** 3,
    }
  }
  const all = (hours: number): Outage => ({ part: 'shard', which: 'all', from: 17, hours })
  const replicas = (count: number, hours: number): Outage[] =>
    Array.from({ length: count }, (_, which) => ({ part: 'replica', which, from: 17, hours }))
  const collectors = (count: number): Outage[] =>
    Array.from({ length: count }, (_, which) => ({ part: 'collector', which, from: 19, hours: 1 }))
  const scenarios: [string, Scenario][] = [
    ...[1e6, 10e6].flatMap((eventsPerDay) =>
      [1, 12, 24].map((hours): [string, Scenario] => [
        `${inWords(eventsPerDay)} a day, one host, ClickHouse unavailable for ${hours} h from noon`,
        { ...host, eventsPerDay, outages: [{ ...all(hours), from: 12 }] },
      ]),
    ),
    ['100 million a day, one replica unavailable for 12 h', { ...cluster(100e6), outages: replicas(1, 12) }],
    [
      '100 million a day, both replicas of a shard unavailable for 3 h',
      { ...cluster(100e6), outages: replicas(2, 3) },
    ],
    [
      '100 million a day, all of ClickHouse unavailable for 3 h, a third of the collectors for the last of them',
      { ...cluster(100e6), outages: [all(3), ...collectors(8)] },
    ],
    [
      '1 billion a day, all of ClickHouse unavailable for 1 h in the evening',
      { ...cluster(1e9), outages: [all(1)] },
    ],
    [
      '1 billion a day, both replicas of a shard unavailable for 1 h in the evening',
      { ...cluster(1e9), outages: replicas(2, 1) },
    ],
  ]
  return markdown([
    ['Outage', 'Fullest log, GB', 'Caught up after, min', 'Refused'],
    ...scenarios.map(([name, scenario]) => {
      const { fullestSpoolBytes, catchUpMinutes, refused } = simulate(scenario)
      const caughtUp = catchUpMinutes === undefined ? 'not in three days' : catchUpMinutes.toFixed(1)
      return [name, (fullestSpoolBytes / 1e9).toFixed(2), caughtUp, whole(refused)]
    }),
  ])
}

function inWords(events: number): string {
  return events < 1e9 ? `${whole(events / 1e6)} million` : `${whole(events / 1e9)} billion`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}

function markdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  return `${[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}
