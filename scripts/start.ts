import '../collector/src/platform/thread-pool.ts'
import { toConfig } from '../collector/src/config/config.ts'
import { ConfigError, readEnv } from '../collector/src/config/env.ts'
import { ensureBuilt } from './build.ts'

// Warnings and errors only; the addresses below are what a person waits for.
process.env['LOG_LEVEL'] ??= 'warn'
const config = configOrExit()
await ensureBuilt()
await import('../collector/src/main.ts')

console.log(`
  The magazine   ${config.origins.site}
  The dashboard  ${config.origins.dashboard}${config.admin.demo ? `   (${config.admin.email}, ${config.admin.password})` : ''}
  The data       ${config.dataDir}

Ctrl-C stops it.`)

/** A mistake in the environment is told before anything is built. */
function configOrExit(): ReturnType<typeof toConfig> {
  try {
    return toConfig(readEnv())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
