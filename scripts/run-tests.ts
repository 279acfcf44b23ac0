import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { runTool } from './process.ts'

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
})

export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Runs Vitest, shows what it says, and counts. @param args of its own, on top of `run`. */
export async function countTests(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<TestCounts> {
  const directory = await mkdtemp(join(tmpdir(), 'half-measure-test-'))
  const reportPath = join(directory, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const { code } = await runTool('vitest', ['run', ...reporters, ...args], { env })
  const report = Report.parse(JSON.parse(await readFile(reportPath, 'utf8')))
  await rm(directory, { recursive: true })
  return {
    passed: report.numPassedTests,
    // A file that cannot even be loaded fails without a failed test in it.
    failed: Math.max(report.numFailedTests, code === 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The last line of a run, for people and for continuous integration. */
export function summaryLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
