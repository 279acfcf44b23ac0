/**
 * `restore.ts <file> [--identity <file>] [--erasures <file>]`: restores a backup into an empty stack that is not running.
 * `-` is standard input.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { createLogger } from '../src/platform/logger.ts'
import { restoreStack } from '../src/operations/backup/restore-stack.ts'
import { parseErasures } from '../src/operations/erasure-list.ts'

const USAGE = 'Usage: npm run restore -- <file> [--identity <file>] [--erasures <file>]'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { erasures: { type: 'string' }, identity: { type: 'string' } },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Error(USAGE)
  const erasures =
    values.erasures === undefined
      ? { sessions: [], addresses: [], consents: [] }
      : parseErasures(await readFile(values.erasures, 'utf8'))
  const identities = values.identity === undefined ? null : await readFile(values.identity, 'utf8')
  const config = toConfig(readEnv())
  const result = await restoreStack(config, file, identities, erasures, createLogger('warn'), (line) =>
    console.error(line),
  )
  console.log(JSON.stringify(result, null, 2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
