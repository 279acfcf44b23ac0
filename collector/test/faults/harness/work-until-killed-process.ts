import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { childEnv } from './collector-process.ts'

const PROGRAM = fileURLToPath(new URL('work-until-killed.ts', import.meta.url))

/** Has the program work on a data directory until it is done, or dies at the failpoint. Says which. */
export async function work(
  dataDir: string,
  failpoint: string,
  task: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<'done' | 'killed'> {
  const program = startWork(dataDir, task, { ...env, FAILPOINT: failpoint })
  const [code, signal] = (await once(program, 'exit')) as [number | null, NodeJS.Signals | null]
  if (code === 0) return 'done'
  if (signal === 'SIGKILL') return 'killed'
  throw new Error(`the program ended with ${code ?? signal}`)
}

/** Has it work, for the caller to kill; it is killed when the test ends. */
export function startWork(
  dataDir: string,
  task: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  const program = spawn(process.execPath, [PROGRAM, dataDir, ...task], {
    env: { ...childEnv(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // A test that fails before it does so itself leaves none behind.
  const ended = once(program, 'exit')
  onTestFinished(async () => {
    program.kill('SIGKILL')
    await ended
  })
  return program
}
