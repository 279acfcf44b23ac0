import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './process.ts'
import { readTestReport, type TestOutcome } from './test-report.ts'

/** Runs Vitest, shows what it says, and tells how it went. @param args of its own, on top of `run`. */
export async function runTests(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<TestOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'half-measure-test-'))
  const reportPath = join(directory, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const { code } = await runTool('vitest', ['run', ...reporters, ...args], { env })
  const report = await readFile(reportPath, 'utf8').catch(() => undefined)
  await rm(directory, { recursive: true })
  return readTestReport(report, code)
}
