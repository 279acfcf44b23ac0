import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { runCommandLine } from '../collector/src/platform/command-line.ts'

/** The folder of the repository. */
export const ROOT = join(import.meta.dirname, '..')

/** For scripts without arguments: ends this process at any, and at `--help` with its usage. */
export async function takeNoArguments(): Promise<void> {
  const usage = basename(process.argv[1] ?? '', '.ts')
  let isRun = false
  await runCommandLine([{ usage }], [usage, ...process.argv.slice(2)], async () => void (isRun = true))
  if (!isRun) process.exit()
}

export interface Finished {
  readonly code: number
  /** Both streams, where they were captured. */
  readonly output: string
}

const STOPS = ['SIGTERM', 'SIGHUP'] as const

/** Runs a program to its end. `capture` collects its output instead of showing it; `quiet` shows errors only. */
export function run(
  command: string,
  args: readonly string[],
  options: { capture?: boolean; quiet?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: options.capture
        ? ['ignore', 'pipe', 'pipe']
        : ['ignore', options.quiet ? 'ignore' : 'inherit', 'inherit'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    // A terminal signals the whole group, a supervisor only this process: what it started ends first.
    const stop = (signal: NodeJS.Signals) => {
      child.once('close', () => process.exit(1))
      child.kill(signal)
    }
    for (const signal of STOPS) process.once(signal, stop)
    child.on('error', reject)
    child.on('close', (code) => {
      for (const signal of STOPS) process.off(signal, stop)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Runs a program that a package brings, on the repository's own Node. */
export function runTool(
  name: string,
  args: readonly string[],
  options: { capture?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return run(process.execPath, [join(ROOT, 'node_modules/.bin', name), ...args], options)
}
