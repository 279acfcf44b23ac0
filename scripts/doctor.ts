/** `npm run doctor`: checks the machine and the data directory, and says what to do. Exit status 1 if `npm start` fails. */
import { toConfig } from '../collector/src/config/config.ts'
import { ConfigError, readEnv } from '../collector/src/config/env.ts'
import { allChecks, describeFinding } from './machine-checks.ts'
import { takeNoArguments } from './process.ts'

await takeNoArguments()
try {
  const findings = await allChecks(toConfig(readEnv()))
  for (const finding of findings) console.log(describeFinding(finding))
  if (findings.some((finding) => !finding.ok && !finding.optional)) process.exitCode = 1
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
