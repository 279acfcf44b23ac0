import { runChecks } from './checks.ts'

const results = await runChecks()
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
