import { ensureBrowser } from './browser.ts'
import { runChecks } from './check.ts'
import { ensureBuilt } from './build.ts'
import { runTests, summary } from './run-tests.ts'

/** Checks, then every test; ends with what failed and the line that continuous integration reads. */
const browser = await ensureBrowser()
const checks = await runChecks()
await ensureBuilt()

const tests = await runTests(process.argv.slice(2), { CHROMIUM_PATH: browser })
const failedChecks = checks.filter(({ passed }) => !passed).map(({ name }) => `check: ${name}`)
const outcome = {
  passed: tests.passed + checks.length - failedChecks.length,
  failures: [...failedChecks, ...tests.failures],
  skipped: tests.skipped,
}
console.log(summary(outcome))
process.exitCode = outcome.failures.length === 0 ? 0 : 1
