/**
 * Operator commands: `operate.ts <operation> [--option value …]`. With a running stack, the stack runs them, through its
 * socket; otherwise this process opens the data directory, and sends no email.
 */
import { resolve } from 'node:path'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { openContext } from '../src/stack/context.ts'
import { type CommandLine, progressLines, runCommandLine, UsageError } from '../src/platform/command-line.ts'
import { createLogger } from '../src/platform/logger.ts'
import { callRunningStack } from '../src/operations/call-running-stack.ts'
import { expectNoUnfinishedRestore } from '../src/operations/backup/unfinished-restore.ts'
import { OPERATIONS } from '../src/operations/operations.ts'
import { readPassword } from '../src/operations/read-password.ts'

const usages = OPERATIONS.map(({ usage }) => usage)
await runCommandLine(usages, process.argv.slice(2), async (line) => {
  console.log(JSON.stringify(await operate(line), null, 2))
})

async function operate({ usage, words, options: given }: CommandLine): Promise<unknown> {
  const operation = OPERATIONS.find((candidate) => candidate.usage === usage)
  if (!operation) throw new Error('found by its usage')
  const { name, argument } = operation
  const options: Record<string, string> = Object.fromEntries(given)
  // The running stack has another current directory.
  for (const path of words) if (argument) options[argument] = resolve(path)
  const problems = operation.options
    .safeParse(options)
    .error?.issues.flatMap(({ path: [option], message }) => {
      if (option === undefined) return [`${message}.`]
      return option === 'password' ? [] : [`--${String(option)}: ${message}.`]
    })
  if (problems && problems.length > 0) throw new UsageError(problems, [usage])
  if (operation.readsPassword) options['password'] = await readPassword()

  const progress = progressLines()
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
