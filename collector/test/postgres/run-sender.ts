import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PostgresConfig } from '../../src/config/config.ts'

export interface Sending {
  readonly database: PostgresConfig
  /** Where emails become files, without an `smtpUrl`. */
  readonly outboxDir: string
  readonly smtpUrl?: string
  /** The time throughout. */
  readonly at: Date
}

/** Runs `send-until-killed.ts` to its end. @returns the signal that ended it, if any. */
export async function runSender(sending: Sending, failpoint = ''): Promise<NodeJS.Signals | null> {
  const program = spawn(
    process.execPath,
    [fileURLToPath(new URL('send-until-killed.ts', import.meta.url)), JSON.stringify(sending)],
    { env: { ...process.env, FAILPOINT: failpoint }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [, signal] = (await once(program, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}
