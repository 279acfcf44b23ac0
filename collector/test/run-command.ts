import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const BIN = join(import.meta.dirname, '../bin')

/** Its data directory, or its environment. */
type StackToRunOn = string | Readonly<Record<string, string>>

/**
 * Runs a program of `bin/` on a stack, as an operator would. Returns the JSON that it prints; what it shows on the way
 * is in the error of one that fails.
 */
export async function runCommand(
  program: 'operate.ts' | 'restore.ts',
  stack: StackToRunOn,
  ...args: string[]
): Promise<Record<string, unknown>> {
  return runCommandWithInput(program, stack, '', ...args)
}

/** The same, with something piped in. */
export async function runCommandWithInput(
  program: 'operate.ts' | 'restore.ts',
  stack: StackToRunOn,
  input: string,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const running = promisify(execFile)(process.execPath, [join(BIN, program), ...args], {
    env: {
      ...process.env,
      ...(typeof stack === 'string' ? { DATA_DIR: stack } : stack),
      LOG_LEVEL: 'warn',
    },
    maxBuffer: 64 * 1024 * 1024,
  })
  running.child.stdin?.end(input)
  const { stdout } = await running
  return JSON.parse(stdout) as Record<string, unknown>
}
