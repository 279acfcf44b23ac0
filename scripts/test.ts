import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureBrowser } from './browser.ts'
import { runChecks } from './checks.ts'
import { ensureBuilt } from './ensure-built.ts'
import { runTool } from './process.ts'

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
})

/** Checks, then every test; ends with the line that continuous integration reads. */
const browser = await ensureBrowser()
const checks = await runChecks()
await ensureBuilt()

const directory = await mkdtemp(join(tmpdir(), 'half-measure-test-'))
const reportPath = join(directory, 'report.json')
const { code } = await runTool(
  'vitest',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...process.argv.slice(2),
  ],
  { env: { CHROMIUM_PATH: browser } },
)
const report = Report.parse(JSON.parse(await readFile(reportPath, 'utf8')))
await rm(directory, { recursive: true })

const passed = report.numPassedTests + checks.filter((check) => check.passed).length
// A file that cannot even be loaded fails without a failed test in it.
const failedTests = Math.max(report.numFailedTests, code === 0 ? 0 : 1)
const failed = failedTests + checks.filter((check) => !check.passed).length
const skipped = report.numPendingTests + report.numTodoTests
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
