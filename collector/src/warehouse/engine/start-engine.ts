import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoff, severityOfFailure } from '../../platform/backoff.ts'
import type { Logger } from '../../platform/logger.ts'
import { shortSocketPath } from '../../platform/socket-path.ts'
import { EngineError, engineSocket, type EngineProcess, launchEngine } from './launch-engine.ts'

/** The embedded ClickHouse of this collector: a process that is started again whenever it ends. */
export interface Engine {
  /** URL of its HTTP interface, with the secret; reached through `socket`. */
  readonly url: string
  readonly socket: string
  /** Id of the running process; undefined between two. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

export interface EngineSettings {
  /** Receives its exits and its output. */
  readonly log?: Logger
  /** A killed collector's engine has the directory until it ends by itself, within seconds, many on a busy machine. */
  readonly waitForLockMs?: number
}

const LOCK_RETRY_MS = 200

/**
 * Shortest time between two starts. An engine's start is known to a second or two, and is all the loader has to tell
 * the engine of its last attempt from that of its next.
 */
const MIN_BETWEEN_STARTS_MS = 3_000

/** An engine that ran for this long counts as recovered: its next exit counts as a first failure. */
const STEADY_MS = 60_000

/**
 * Starts the engine and keeps it running.
 *
 * @throws {EngineError} if it does not start: not installed here, its directory in use, its files unreadable; and if
 * the directory lies too deep for a socket.
 */
export async function startEngine(
  directory: string,
  { log, waitForLockMs = 60_000 }: EngineSettings = {},
): Promise<Engine> {
  const socket = shortSocketPath(engineSocket(directory))
  const secret = randomBytes(32).toString('base64url')
  const onLine = (line: string) => log?.debug({ line }, 'clickhouse engine')
  const launch = () => launchEngine({ directory, secret, onLine })
  const stopping = new AbortController()
  let engine: EngineProcess | undefined = await launchOnceUnlocked(launch, waitForLockMs)
  const kept = keepRunning(engine)

  return {
    url: `http://collector:${secret}@localhost`,
    socket,
    get pid() {
      return engine?.pid
    },
    async stop() {
      stopping.abort()
      await engine?.stop()
      await kept
      await rm(socket, { force: true })
    },
  }

  async function keepRunning(first: EngineProcess): Promise<void> {
    let current = first
    let readyAt = performance.now()
    for (let failures = 1; ; failures++) {
      const how = await current.ended
      engine = undefined
      if (stopping.signal.aborted) return
      const lived = performance.now() - readyAt
      if (lived > STEADY_MS) failures = 1
      const pause = Math.max(MIN_BETWEEN_STARTS_MS - lived, backoff(failures))
      log?.[severityOfFailure(failures)](
        { how, output: current.output, pause_ms: Math.round(pause) },
        'the ClickHouse engine ended; events are kept on disk until it runs again',
      )
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      current = engine = await launch().catch(neverStarted)
      if (stopping.signal.aborted) return current.stop()
      await current.ready.then(
        () => log?.warn('the ClickHouse engine runs again'),
        () => {},
      )
      readyAt = performance.now()
    }
  }
}

/** Represents a process that could not be started as one that ended at once. */
function neverStarted(cause: unknown): EngineProcess {
  const how = cause instanceof Error ? cause.message : String(cause)
  const ready = Promise.reject(new EngineError(how))
  ready.catch(() => {})
  return { pid: undefined, ready, ended: Promise.resolve(how), output: '', stop: () => Promise.resolve() }
}

async function launchOnceUnlocked(
  launch: () => Promise<EngineProcess>,
  waitMs: number,
): Promise<EngineProcess> {
  for (const deadline = performance.now() + waitMs; ;) {
    const engine = await launch()
    try {
      await engine.ready
      return engine
    } catch (error) {
      if (!engine.output.includes('Cannot lock file') || performance.now() > deadline) throw error
      await sleep(LOCK_RETRY_MS)
    }
  }
}
