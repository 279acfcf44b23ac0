/**
 * Operator commands: `operate.ts <operation> [--option value …]`. With a running stack, the stack runs them, through its
 * socket; otherwise this process opens the data directory, and sends no email.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { openContext } from '../src/stack/context.ts'
import { createLogger } from '../src/platform/logger.ts'
import { callRunningStack } from '../src/operations/call-running-stack.ts'
import { expectNoUnfinishedRestore } from '../src/operations/backup/unfinished-restore.ts'
import { OPERATIONS } from '../src/operations/operations.ts'
import { readPassword } from '../src/operations/read-password.ts'

try {
  console.log(JSON.stringify(await operate(process.argv.slice(2)), null, 2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function operate(argv: string[]): Promise<unknown> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: optionsOf(OPERATIONS.map(({ usage }) => usage)),
  })
  const words = positionals.filter((word) => word !== 'inspect')
  const named = OPERATIONS.find((candidate) => candidate.argument && candidate.name === words[0])
  const name = named?.name ?? words.join('-')
  const operation = named ?? OPERATIONS.find((candidate) => candidate.name === name)
  const options = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
  // The running stack has another current directory.
  if (named?.argument && words[1] !== undefined) options[named.argument] = resolve(words[1])
  if (operation?.readsPassword && options['email'] !== undefined) options['password'] = await readPassword()
  const checked = operation?.options.safeParse(options)
  if (!operation || !checked?.success)
    throw new Error(
      help(
        name,
        checked?.error?.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`),
      ),
    )

  const progress = (line: string) => console.error(line)
  const config = toConfig(readEnv())
  const response = await callRunningStack(config.dataDir, name, options, progress)
  if (response) return response.result

  expectNoUnfinishedRestore(config.dataDir)
  const context = await openContext(config, createLogger('warn'))
  const stop = new AbortController()
  if (operation.stoppable) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort())
  try {
    return await operation.run(context, options, { progress, stop: stop.signal })
  } finally {
    await context.close()
  }
}

/** The options that usages name, as `parseArgs` wants them: `--retire <id>` takes a value, `--retry` does not. */
function optionsOf(usages: readonly string[]): Record<string, { type: 'string' | 'boolean' }> {
  const named = usages.flatMap((usage) => [...usage.matchAll(/--(\w+)( [<\d])?/g)])
  return Object.fromEntries(
    named.map(([, name, value]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  )
}

function help(name: string, problems: readonly string[] = []): string {
  const usages = OPERATIONS.filter((operation) => problems.length === 0 || operation.name === name)
  return [
    ...problems,
    'Usage:',
    ...usages.map(({ usage }) => `  npm run ${usage.replace(' ', ' -- ')}`),
  ].join('\n')
}
