import { runChecks } from './check.ts'
import { runTests, summary } from './run-tests.ts'

/** What most mistakes show up in: the checks, then the tests that need no database, no process and no browser. */
const checks = await runChecks()
const tests = await runTests(['--project', 'values', ...process.argv.slice(2)])
const failures = [
  ...checks.filter(({ passed }) => !passed).map(({ name }) => `check: ${name}`),
  ...tests.failures,
]
console.log(
  summary({ ...tests, passed: tests.passed + checks.filter(({ passed }) => passed).length, failures }),
)
process.exitCode = failures.length === 0 ? 0 : 1
