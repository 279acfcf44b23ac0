/**
 * `npm run demo`: the product with 90 days of synthetic traffic, always from nothing, in a data directory of its own.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toConfig } from '../collector/src/config/config.ts'
import { readEnv } from '../collector/src/config/env.ts'
import { callRunningStack } from '../collector/src/operations/call-running-stack.ts'
import { ensureBuilt } from './build.ts'
import { exitUnlessReady } from './machine-checks.ts'
import { ROOT, run, takeNoArguments } from './process.ts'

const DATA_DIR = join(ROOT, 'demo-data')
const TRAFFIC = ['--direct', '--days', '90', '--sessions', '40000', '--seed', '1']

await takeNoArguments()
if (await callRunningStack(DATA_DIR, 'delivery', {}, () => {}).catch(() => true)) {
  console.error('A demonstration is running already. Stop it with Ctrl-C first.')
  process.exit(1)
}
process.env['DATA_DIR'] = DATA_DIR
process.env['LOG_LEVEL'] ??= 'warn'
await rm(DATA_DIR, { recursive: true, force: true })
await exitUnlessReady(toConfig(readEnv()))
await ensureBuilt()
console.log('Writing 90 days of synthetic traffic …')
const operate = join(ROOT, 'collector/bin/operate.ts')
const { code } = await run(process.execPath, [operate, 'seed', ...TRAFFIC], { quiet: true })
if (code === 0) await import('./start.ts')
else process.exitCode = code
