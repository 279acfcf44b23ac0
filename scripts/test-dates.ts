import { parseArgs } from 'node:util'
import { runTests, summary, type TestOutcome } from './run-tests.ts'
import { chosenMoments, type Moment, randomMoments } from './test-moments.ts'

/**
 * Runs the tests that depend on dates (`vitest.dates.config.ts`) with the clock of every process moved: to dates that
 * often break software, and to random ones; those whose own clock is frozen (`FROZEN_CLOCK`) only to the first of them.
 * `npm test` runs the quick tests on three dates.
 */

/** Always in the future: the embedded engine keeps the machine's clock, and removes rows that are old by it. */
const FIRST_YEAR = Temporal.Now.plainDateISO('UTC').year + 1
const RANDOM = 20

/** Two chosen moments and a random one; different ones every day. */
export function momentsOfToday(): Moment[] {
  const today = Temporal.Now.plainDateISO('UTC')
  const chosen = chosenMoments(FIRST_YEAR)
  const first = (2 * today.dayOfYear) % chosen.length
  const two = [first, (first + 1) % chosen.length].flatMap((n) => chosen[n] ?? [])
  return [...two, ...randomMoments(FIRST_YEAR, Number(today.toString().replaceAll('-', '')), 1)]
}

/** Runs them one after the other, and prints a table at the end. @param args for Vitest; `later` from the second on. */
export async function runDates(
  moments: readonly Moment[],
  args: readonly string[] = [],
  later: readonly string[] = [],
): Promise<TestOutcome> {
  const rows: string[] = []
  const all = { passed: 0, skipped: 0, failures: [] as string[] }
  for (const [nth, { name, instant, zone }] of moments.entries()) {
    console.log(`\n${name}: npm run test:dates -- --date ${instant} --zone ${zone}`)
    const started = performance.now()
    const { passed, skipped, failures } = await runTests(
      ['--config', 'vitest.dates.config.ts', ...args, ...(nth === 0 ? [] : later)],
      { TEST_CLOCK: instant, TZ: zone },
      'dot',
    )
    all.passed += passed
    all.skipped += skipped
    all.failures.push(...failures.map((failure) => `${instant}, ${zone}: ${failure}`))
    const seconds = Math.round((performance.now() - started) / 1_000)
    const counts = `${String(passed).padStart(5)} passed, ${String(failures.length).padStart(3)} failed`
    rows.push(
      `${failures.length === 0 ? '✓' : '✗'} ${instant}  ${zone.padEnd(18)} ${counts}  ${String(seconds).padStart(4)} s  ${name}`,
    )
  }
  console.log(`\n${rows.join('\n')}\n`)
  return all
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      /** Of the random moments. */
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      /** Only this moment, as an instant. */
      date: { type: 'string' },
      zone: { type: 'string', default: 'UTC' },
    },
  })
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new Error('--seed is a whole number')
  const moments = values.date
    ? [{ name: 'as requested', instant: Temporal.Instant.from(values.date).toString(), zone: values.zone }]
    : [...chosenMoments(FIRST_YEAR), ...randomMoments(FIRST_YEAR, seed, RANDOM)]
  const outcome = await runDates(moments, positionals, ['--project', '!frozen-clock', '--passWithNoTests'])
  if (!values.date) console.log(`The random moments come from --seed ${seed}.`)
  console.log(summary(outcome))
  process.exitCode = outcome.failures.length === 0 ? 0 : 1
}
