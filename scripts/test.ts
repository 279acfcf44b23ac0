import { ensureBrowser } from './browser.ts'
import { runChecks } from './checks.ts'
import { ensureBuilt } from './ensure-built.ts'
import { countTests, summaryLine } from './run-tests.ts'

/** Checks, then every test; ends with the line that continuous integration reads. */
const browser = await ensureBrowser()
const checks = await runChecks()
await ensureBuilt()

const tests = await countTests(process.argv.slice(2), { CHROMIUM_PATH: browser })
const passed = tests.passed + checks.filter((check) => check.passed).length
const failed = tests.failed + checks.filter((check) => !check.passed).length
console.log(summaryLine({ passed, failed, skipped: tests.skipped }))
process.exitCode = failed === 0 ? 0 : 1
