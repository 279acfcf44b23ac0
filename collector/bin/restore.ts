/**
 * `restore.ts <file> [--identity <file>] [--erasures <file>]`: restores a backup into an empty stack that is not running.
 * `-` is standard input.
 */
import { readFile } from 'node:fs/promises'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { progressLines, runCommandLine } from '../src/platform/command-line.ts'
import { createLogger } from '../src/platform/logger.ts'
import { restoreStack } from '../src/operations/backup/restore-stack.ts'
import { parseErasures } from '../src/operations/erasure-list.ts'

await runCommandLine(
  [{ usage: 'restore <file> [--identity <file>] [--erasures <file>]' }],
  ['restore', ...process.argv.slice(2)],
  async ({ words: [file = ''], options }) => {
    const { identity, erasures } = Object.fromEntries(options)
    const list =
      erasures === undefined
        ? { sessions: [], addresses: [], consents: [] }
        : parseErasures(await readFile(erasures, 'utf8'))
    const identities = identity === undefined ? null : await readFile(identity, 'utf8')
    const config = toConfig(readEnv())
    const log = createLogger('warn')
    const result = await restoreStack(config, file, identities, list, log, progressLines())
    console.log(JSON.stringify(result, null, 2))
  },
)
