import { spawn } from 'node:child_process'
import { ROOT } from './builds.ts'

export interface Finished {
  readonly code: number
  /** Both streams, where they were captured. */
  readonly output: string
}

/** Runs a program to its end. `capture` collects what it prints instead of showing it. */
export function run(
  command: string,
  args: readonly string[],
  options: { capture?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: options.capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
