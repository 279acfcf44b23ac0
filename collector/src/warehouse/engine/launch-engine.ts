import { type ChildProcess, fork } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_STATEMENTS } from './database.ts'

const PROGRAM = fileURLToPath(new URL('engine-process.ts', import.meta.url))

/** The first message to the process. Any later one ends it. */
export interface StartMessage {
  readonly directory: string
  /** Relative to the directory. */
  readonly socket: string
  readonly secret: string
}

/** Sent once by the process. */
export type EngineMessage = { ready: true } | { failed: string }

export class EngineError extends Error {
  override name = 'EngineError'
  readonly code = 'clickhouse_engine_failed'
}

/** A process of the embedded ClickHouse. */
export interface EngineProcess {
  readonly pid: number | undefined
  /** Resolves when it serves its socket. Rejects with an `EngineError` if it ends before. */
  readonly ready: Promise<void>
  /** How it ended: `code 1` or `SIGKILL`. */
  readonly ended: Promise<string>
  /** The last lines that it wrote. */
  readonly output: string
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>
}

export interface EngineOptions {
  /** Holds the engine's files; created if missing. */
  readonly directory: string
  readonly secret: string
  /** Each line that it writes. */
  readonly onLine?: (line: string) => void
}

/** The engine's threads, and some for cancelling and for compressing results. */
const POOL_THREADS = MAX_STATEMENTS + 4

/** The `nice` value: below the collector's priority, so that acknowledging beacons comes before queries. */
const PRIORITY = 5

/** Bytes of its output that are kept for an error's message. */
const MAX_OUTPUT = 4_000

/** Longer than the process allows itself for shutdown. */
const KILL_MS = 5_000

/** The socket, beside the engine's directory, where only its user may enter. */
export function engineSocket(directory: string): string {
  return `${directory}.sock`
}

/** Starts an engine that does not outlive this process. @throws {EngineError} if there is no process at all. */
export async function launchEngine({ directory, secret, onLine }: EngineOptions): Promise<EngineProcess> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { TZ: _, ...env } = process.env
  const child = fork(PROGRAM, [], {
    // The engine reads a `config.xml` in its current directory. And socket paths must be short.
    cwd: directory,
    env: { ...env, TZ: 'UTC', UV_THREADPOOL_SIZE: String(POOL_THREADS) },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT)
      for (const line of text.split('\n')) if (line.trim() !== '') onLine?.(line)
    })
  const ended = new Promise<string>((resolve) => {
    // After the last of its output.
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`))
    // If the machine has no room for another process, it never began.
    child.once('error', ({ message }) => resolve(message))
  })
  if (child.pid === undefined) throw cannotStart(await ended)
  lowerPriority(child.pid)
  const ready = untilReady(child, ended, () => output.trim())
  // The engine ends with this process, and does not keep it alive.
  ready.then(
    () => setReferenced(child, false),
    () => {},
  )
  const start: StartMessage = { directory, socket: `../${basename(engineSocket(directory))}`, secret }
  // If the process has ended already, `ended` says so.
  child.send(start, () => {})
  return {
    pid: child.pid,
    ready,
    ended,
    get output() {
      return output.trim()
    },
    async stop() {
      setReferenced(child, true)
      if (child.connected) child.send('stop', () => {})
      const timer = setTimeout(() => child.kill('SIGKILL'), KILL_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

async function untilReady(child: ChildProcess, ended: Promise<string>, output: () => string): Promise<void> {
  let failed: string | undefined
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: EngineMessage) => {
      if ('ready' in message) resolve()
      if ('failed' in message) failed = message.failed
    })
  })
  await Promise.race([
    ready,
    ended.then((how) => {
      throw cannotStart([failed ?? `it ended with ${how}`, output()].filter(Boolean).join('\n'))
    }),
  ])
}

function cannotStart(reasons: string): EngineError {
  return new EngineError(`The embedded ClickHouse cannot be started: ${reasons}`)
}

/** The process may have ended, or this may be forbidden: it works without. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PRIORITY)
  } catch {
    // Queries then compete with beacons on equal terms.
  }
}

function setReferenced(child: ChildProcess, referenced: boolean): void {
  for (const handle of [child, child.channel, child.stdout, child.stderr] as ({
    ref(): void
    unref(): void
  } | null)[])
    if (referenced) handle?.ref()
    else handle?.unref()
}
