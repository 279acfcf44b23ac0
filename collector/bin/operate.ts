/**
 * Operator commands: `operate.ts <operation> [--option value …]`. With a running stack, the stack runs them, through its
 * socket; otherwise this process opens the data directory, and sends no email.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { openContext } from '../src/stack/context.ts'
import { type CommandLine, progressLines, runCommandLine, UsageError } from '../src/platform/command-line.ts'
import { createLogger } from '../src/platform/logger.ts'
import { callRunningStack } from '../src/operations/call-running-stack.ts'
import { expectNoUnfinishedRestore } from '../src/operations/backup/unfinished-restore.ts'
import { OPERATIONS } from '../src/operations/operations.ts'
import { readPassword } from '../src/operations/read-password.ts'

await runCommandLine(OPERATIONS, process.argv.slice(2), async (line) => {
  console.log(JSON.stringify(await operate(line), null, 2))
})

async function operate({
  command,
  words: [path],
  options: given,
}: CommandLine<(typeof OPERATIONS)[number]>): Promise<unknown> {
  const options: Record<string, string> = Object.fromEntries(given)
  // The running stack has another current directory.
  if (command.argument && path !== undefined) options[command.argument] = resolve(path)
  const problems = command.options.safeParse(options).error?.issues.flatMap(({ path: [option], message }) => {
    if (option === undefined) return [`${message}.`]
    return option === 'password' ? [] : [`--${String(option)}: ${message}.`]
  })
  if (problems && problems.length > 0) throw new UsageError(problems, [command])
  if (command.readsPassword) options['password'] = await readPassword()

  const progress = progressLines()
  const config = toConfig(readEnv())
  const response = await callRunningStack(config.dataDir, command.name, options, progress)
  if (response) return response.result

  expectNoUnfinishedRestore(config.dataDir)
  if (!command.createsStack) expectStack(config.dataDir)
  const context = await openContext(config, createLogger('warn'))
  const stop = new AbortController()
  if (command.stoppable) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort())
  try {
    return await command.run(context, options, { progress, stop: stop.signal })
  } finally {
    await context.close()
  }
}

/**
 * A command that opened a directory without a stack would create one, and report success on the wrong data.
 *
 * @throws if the data directory has no stack.
 */
function expectStack(dataDir: string): void {
  // Every stack has it from its first start.
  if (existsSync(join(dataDir, 'ledger', 'ledger.json'))) return
  throw new Error(`There is no stack in ${dataDir}; set DATA_DIR to its data directory.`)
}
