import { relative } from 'node:path'
import { z } from 'zod'
import { ROOT } from './builds.ts'

const FileResult = z.object({
  /** The file's path. */
  name: z.string(),
  status: z.string(),
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
  // An error outside all tests, such as a promise that nobody waited for.
  if (failures.length === 0 && exitCode !== 0) failures.push(endedWith(exitCode))
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

function failuresOf({ name, status, assertionResults }: FileResult): string[] {
  const file = relative(ROOT, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // One that cannot be loaded, or a hook of which fails, has no failed test in it.
  if (failed.length === 0 && status === 'failed') return [`${file}: could not be run`]
  return failed.map(({ ancestorTitles, title }) => `${file}: ${[...ancestorTitles, title].join(' > ')}`)
}

function endedWith(exitCode: number): string {
  return `Vitest ended with ${exitCode} though no test of it failed`
}
