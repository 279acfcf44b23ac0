import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ROOT } from './process.ts'
import { runTests, summary } from './run-tests.ts'

/**
 * The long form of the fault tests: every loop of kills goes round 200 times, 100,000 requests are made up, and a stack
 * has a fault every five minutes for an hour, with a seed that is printed. It ends with a table; `--document` writes it
 * into docs/operations/faults.md.
 */

const SCENARIOS = [
  'kill-under-load',
  'engine-kill',
  'remote-kill',
  'postgres-kill',
  'several-collectors-failpoints',
  'shards-under-load',
  'full-disk',
  'clock-jumps',
  'fuzz',
  'soak',
]
const DOCUMENT = join(ROOT, 'docs/operations/faults.md')
const [BEGIN, END] = ['<!-- campaign -->', '<!-- /campaign -->']

const Result = z.object({
  scenario: z.string(),
  rounds: z.int(),
  events: z.int(),
  recoveries: z.array(z.number()),
})

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '200' },
    /** Of the pauses between faults and of the requests; the same seed repeats them. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    document: { type: 'boolean', default: false },
  },
})
const rounds = z.coerce.number().int().min(1).parse(values.rounds)
const seed = z.coerce.number().int().min(0).parse(values.seed)
const names = positionals.length > 0 ? positionals : SCENARIOS

const directory = await mkdtemp(join(tmpdir(), 'half-measure-faults-'))
const results = join(directory, 'results.ndjson')
await writeFile(results, '')
console.log(`${rounds} rounds of each scenario; repeat with --seed ${seed}`)
const outcome = await runTests(
  names.map((name) => `collector/test/faults/${name}.test.ts`),
  { FAULT_ROUNDS: String(rounds), FAULT_SEED: String(seed), FAULT_RESULTS: results },
)
const lines = (await readFile(results, 'utf8')).split('\n').filter((line) => line !== '')
await rm(directory, { recursive: true })
const table = tableOf(lines.map((line) => Result.parse(JSON.parse(line))))
console.log(`\n${table}\n`)
if (values.document && outcome.failures.length === 0) await document(table)
console.log(summary(outcome))
process.exitCode = outcome.failures.length === 0 ? 0 : 1

/** Nothing is lost or doubled in any row: a loop that loses something fails, and has no row. */
function tableOf(rows: readonly z.output<typeof Result>[]): string {
  const seconds = (ms: number | undefined) => (ms === undefined ? '–' : `${(ms / 1_000).toFixed(1)} s`)
  return [
    '| Scenario | Rounds | Events acknowledged | Lost | Doubled | Recovered in (median) | (longest) |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows.map(({ scenario, rounds, events, recoveries }) => {
      const sorted = recoveries.toSorted((a, b) => a - b)
      const median = sorted[Math.floor(sorted.length / 2)]
      return `| ${scenario} | ${rounds.toLocaleString('en-GB')} | ${events.toLocaleString('en-GB')} | 0 | 0 | ${seconds(median)} | ${seconds(sorted.at(-1))} |`
    }),
  ].join('\n')
}

async function document(table: string): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8')
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const [before = ''] = text.split(BEGIN)
  const after = text.slice(text.indexOf(END) + END.length)
  await writeFile(
    DOCUMENT,
    `${before}${BEGIN}\n\n_${day}, ${machine}, seed ${seed}._\n\n${table}\n\n${END}${after}`,
  )
}
