import { ensureBrowser } from './browser.ts'
import { runChecks } from './check.ts'
import { ensureBuilt } from './build.ts'
import { runTests, summary } from './run-tests.ts'
import { momentsOfToday, runDates } from './test-dates.ts'

/** Checks, then every test, then some on other dates; ends with what failed and the line that continuous integration reads. */
const browser = await ensureBrowser()
const checks = await runChecks()
await ensureBuilt()

const tests = await runTests(process.argv.slice(2), { CHROMIUM_PATH: browser })
const dates = await runDates(momentsOfToday(), ['--project', 'values', '--project', 'quick'])
const failedChecks = checks.filter(({ passed }) => !passed).map(({ name }) => `check: ${name}`)
const outcome = {
  passed: tests.passed + dates.passed + checks.length - failedChecks.length,
  failures: [...failedChecks, ...tests.failures, ...dates.failures],
  skipped: tests.skipped + dates.skipped,
}
console.log(summary(outcome))
process.exitCode = outcome.failures.length === 0 ? 0 : 1
