import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { ROOT, runTool } from './process.ts'

/** Runs Vitest, shows what it says, and tells how it went. @param args of its own, on top of `run`. */
export async function runTests(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  reporter: 'default' | 'dot' = 'default',
): Promise<TestOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'half-measure-test-'))
  const reportPath = join(directory, 'report.json')
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${reportPath}`]
  const { code } = await runTool('vitest', ['run', ...reporters, ...args], { env })
  const report = await readFile(reportPath, 'utf8').catch(() => undefined)
  await rm(directory, { recursive: true })
  if (report !== undefined && reporter === 'default') console.log(slowestFiles(report))
  return readTestReport(report, code)
}

const FileResult = z.object({
  /** The file's path. */
  name: z.string(),
  status: z.string(),
  /** Milliseconds since 1970. */
  startTime: z.number().default(0),
  endTime: z.number().default(0),
  assertionResults: z.array(
    z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
  ),
})
type FileResult = z.infer<typeof FileResult>

/** What Vitest's JSON reporter writes, as far as it is read here. */
const TestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(FileResult),
})

export interface TestOutcome {
  readonly passed: number
  readonly skipped: number
  /** A line each, beginning with the file. */
  readonly failures: readonly string[]
}

/** @param text of the report, undefined where there is none; `exitCode` is Vitest's. */
export function readTestReport(text: string | undefined, exitCode: number): TestOutcome {
  if (text === undefined) return { passed: 0, skipped: 0, failures: [endedWith(exitCode)] }
  const report = TestReport.parse(JSON.parse(text))
  const failures = report.testResults.flatMap(failuresOf)
  // An error outside all tests, such as an unhandled rejection.
  if (failures.length === 0 && exitCode !== 0) failures.push(endedWith(exitCode))
  return { passed: report.numPassedTests, skipped: report.numPendingTests + report.numTodoTests, failures }
}

const SHOWN = 10

/** The files that took the longest, a line each: where a faster run begins. @param text of the report. */
export function slowestFiles(text: string): string {
  const lines = TestReport.parse(JSON.parse(text))
    .testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(ROOT, name)}`)
  return ['The slowest files:', ...lines, ''].join('\n')
}

function failuresOf({ name, status, assertionResults }: FileResult): string[] {
  const file = relative(ROOT, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that cannot be loaded, or whose hook fails, has no failed test in it.
  if (failed.length === 0 && status === 'failed') return [`${file}: could not be run`]
  return failed.map(({ ancestorTitles, title }) => `${file}: ${[...ancestorTitles, title].join(' > ')}`)
}

function endedWith(exitCode: number): string {
  return `Vitest ended with ${exitCode} though no test of it failed`
}

/**
 * The end of a run, after thousands of lines: what failed, by name, then the line that continuous integration reads.
 */
export function summary({ passed, failures, skipped }: TestOutcome): string {
  const counts = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  if (failures.length === 0) return counts
  return [
    '',
    'What failed; each is explained above:',
    ...failures.map((name) => `  ✗ ${name}`),
    '',
    counts,
  ].join('\n')
}
