import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const BIN = join(import.meta.dirname, '../bin')

/**
 * Runs a program of `bin/` on a data directory, as an operator would. Returns the JSON that it prints; what it shows
 * on the way is in the error of one that fails.
 */
export async function runCommand(
  program: 'operate.ts' | 'restore.ts',
  dataDir: string,
  ...args: string[]
): Promise<Record<string, unknown>> {
  return runCommandWithInput(program, dataDir, '', ...args)
}

/** The same, with something piped in. */
export async function runCommandWithInput(
  program: 'operate.ts' | 'restore.ts',
  dataDir: string,
  input: string,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const running = promisify(execFile)(process.execPath, [join(BIN, program), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    maxBuffer: 64 * 1024 * 1024,
  })
  running.child.stdin?.end(input)
  const { stdout } = await running
  return JSON.parse(stdout) as Record<string, unknown>
}
