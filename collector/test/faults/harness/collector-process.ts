import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, closeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { putMigratedDatabase } from '../../postgres/migrated-database.ts'
import { freePorts } from './free-ports.ts'
import { pathInside, type SmallDisk } from './small-disk.ts'
import { until } from './until.ts'

const PROGRAM = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

/** How a process ended. */
export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Where it runs. */
interface Surroundings {
  readonly cwd?: string
  /** A disk of its own in place of the data directory. */
  readonly disk?: SmallDisk
}

/** The real program on a data directory, with ports of its own. It does not outlive the running test. */
export class CollectorProcess {
  readonly site: string
  readonly dashboard: string
  /** As the test reaches it. */
  readonly dataDir: string
  readonly #child: ChildProcess
  readonly #logPath: string
  readonly #ended: Promise<End>

  /** Starts it; it may not be ready yet. */
  static async spawn(
    dataDir: string,
    env: Record<string, string> = {},
    surroundings: Surroundings = {},
  ): Promise<CollectorProcess> {
    if (!env['DATABASE_URL']) await putMigratedDatabase(join(dataDir, 'postgres'))
    const [port = 0, dashboardPort = 0] = await freePorts(2)
    return new CollectorProcess(dataDir, [port, dashboardPort], env, surroundings)
  }

  /** Starts it and waits until it takes events. */
  static async start(
    dataDir: string,
    env: Record<string, string> = {},
    surroundings: Surroundings = {},
  ): Promise<CollectorProcess> {
    const collector = await CollectorProcess.spawn(dataDir, env, surroundings)
    await collector.ready()
    return collector
  }

  private constructor(
    dataDir: string,
    [port, dashboardPort]: readonly [number, number],
    env: Record<string, string>,
    { cwd = process.cwd(), disk }: Surroundings,
  ) {
    this.site = `http://127.0.0.1:${port}`
    this.dashboard = `http://127.0.0.1:${dashboardPort}`
    this.#logPath = join(dirname(dataDir), 'collector.log')
    mkdirSync(dirname(dataDir), { recursive: true })
    const log = openSync(this.#logPath, 'a')
    const [command, ...args] = [...(disk?.commandFor(dataDir) ?? []), process.execPath, PROGRAM]
    const child = spawn(command, args, {
      cwd,
      env: {
        ...childEnv(),
        PORT: String(port),
        DASHBOARD_PORT: String(dashboardPort),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        // All of a test's load comes from one address.
        EVENT_RATE_LIMIT: '0',
        ...env,
      },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#child = child
    this.dataDir = disk ? pathInside(child.pid, dataDir) : dataDir
    this.#ended = once(child, 'exit').then(([code, signal]): End => ({ code, signal }))
    onTestFinished(async () => {
      if (!this.running) return
      await this.kill()
      // The embedded engine notices that its collector is gone, and until then writes where a directory is removed next.
      await until('the engine has ended', () => enginePid(this.dataDir) === undefined)
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get ended(): Promise<End> {
    return this.#ended
  }

  /** What this process and those before it on the same data directory wrote, line by line. */
  get logLines(): string[] {
    return readFileSync(this.#logPath, 'utf8').split('\n').filter(Boolean)
  }

  /** Resolves when it takes events. @throws if it ends before. */
  async ready(): Promise<void> {
    await until('the collector is ready', async () => {
      if (!this.running) throw new Error(`the collector ended:\n${this.logLines.slice(-20).join('\n')}`)
      const response = await fetch(`${this.site}/api/ready`).catch(() => undefined)
      await response?.arrayBuffer()
      return response?.ok
    })
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  kill(): Promise<End> {
    this.signal('SIGKILL')
    return this.#ended
  }

  /** Shuts it down. */
  stop(): Promise<End> {
    this.signal('SIGTERM')
    return this.#ended
  }
}

/**
 * The variables that a child process inherits from a test: where programs are, what Node made of their files at an
 * earlier start, and what time it is.
 */
export function childEnv(): Record<string, string> {
  const names = ['PATH', 'TZ', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'TEST_CLOCK_OFFSET', 'TMPDIR']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** The process that has the embedded ClickHouse of a data directory, if one has: it writes that down with its lock. */
export function enginePid(dataDir: string): number | undefined {
  try {
    const pid = Number(/^PID: (\d+)/.exec(readFileSync(join(dataDir, 'clickhouse/status'), 'utf8'))?.[1])
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
