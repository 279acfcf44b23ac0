import '../collector/src/platform/thread-pool.ts'
import { basename } from 'node:path'
import { type Config, toConfig } from '../collector/src/config/config.ts'
import { ConfigError, readEnv } from '../collector/src/config/env.ts'
import { ensureBuilt } from './build.ts'
import { demoOpensDashboard } from './demo-login.ts'
import { exitUnlessReady } from './machine-checks.ts'
import { takeNoArguments } from './process.ts'
import { pendingMigrations, recordSchema } from './schema-record.ts'

await takeNoArguments()
// Warnings and errors only; the addresses below are what a person waits for.
process.env['LOG_LEVEL'] ??= 'warn'
const config = configOrExit()
await exitUnlessReady(config)
await ensureBuilt()
const pending = await pendingMigrations(config.dataDir)
if (pending.length > 0) console.log(`Migrating the databases: ${pending.join(', ')} …`)
await import('../collector/src/main.ts')
await recordSchema(config.dataDir)
const isOpen = await demoOpensDashboard(config.admin.demo, config.listen)
const login = isOpen ? `   (${config.admin.email}, ${config.admin.password})` : ''

console.log(`
  The magazine   ${config.origins.site}
  The dashboard  ${config.origins.dashboard}${login}
  The data       ${config.dataDir}

Three things to try:
  1. Open the magazine, press "Accept Cookies", read an article; the dashboard counts it within two seconds.
  2. Sign up for the newsletter; the confirmation email is ${config.mail.smtpUrl ? 'sent' : `a file in ${config.mail.outboxDir}`}.
  3. ${basename(config.dataDir) === 'demo-data' ? 'Follow docs/tour.md through the dashboard: five minutes.' : 'npm run demo, after Ctrl-C: the same with 90 days of synthetic traffic.'}

Ctrl-C stops it.`)

/** A mistake in the environment is reported before anything is built. */
function configOrExit(): Config {
  try {
    return toConfig(readEnv())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
