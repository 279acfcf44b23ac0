import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callRunningStack } from '../src/operations/call-running-stack.ts'
import { freePorts } from '../test/faults/harness/free-ports.ts'

/** A process that is measured. */
export interface Program {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

export interface Collector extends Program {
  readonly dashboardPort: number
  /** Runs an operator's command in it. */
  call(
    operation: 'delivery' | 'rebuild' | 'reconcile' | 'seed',
    options?: Record<string, string>,
  ): Promise<unknown>
}

const BARE_SERVER = join(import.meta.dirname, 'bare-server.ts')
const COLLECTOR = join(import.meta.dirname, '../src/main.ts')
/** As in `npm start` and the image. */
const FLAGS = ['--max-semi-space-size=32', '--no-allocation-site-pretenuring']

export async function startBareServer(): Promise<Program> {
  const [port = 0] = await freePorts(1)
  const child = spawnProgram(BARE_SERVER, { PORT: String(port) })
  await once(child, 'message')
  return { port, pid: child.pid ?? 0, stop: () => end(child) }
}

/** A collector on a data directory; `stop` removes the directory if none was named. */
export async function startCollector(dataDir?: string, settings: NodeJS.ProcessEnv = {}): Promise<Collector> {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'half-measure-bench-')))
  const [port = 0, dashboardPort = 0] = await freePorts(2)
  const env = {
    PORT: String(port),
    DASHBOARD_PORT: String(dashboardPort),
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const child = spawnProgram(COLLECTOR, env, FLAGS)
  await Promise.race([
    untilHealthy(port),
    once(child, 'exit').then(() => Promise.reject(new Error('the collector ended before it was ready'))),
  ])
  return {
    port,
    dashboardPort,
    pid: child.pid ?? 0,
    async call(operation, options = {}) {
      const response = await callRunningStack(directory, operation, options, () => {})
      if (!response) throw new Error('the collector does not respond on its socket')
      return response.result
    },
    async stop() {
      await end(child)
      if (dataDir === undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}

function spawnProgram(script: string, env: NodeJS.ProcessEnv, flags: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [...flags, script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function untilHealthy(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
    if (response?.ok) return
    await sleep(20)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export interface Usage {
  readonly cpuSeconds: number
  readonly rssBytes: number
}

/** Clock ticks a second in `/proc`: 100 on every Linux that Node runs on. */
const TICKS = 100

/** What a process and its descendants have used so far; undefined where there is no `/proc`. */
export async function usageOf(pid: number): Promise<Usage | undefined> {
  const names = await readdir('/proc').catch(() => [])
  const processes = (await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat))).flat()
  const descendants = (of: number): typeof processes =>
    processes.filter(({ parent }) => parent === of).flatMap((child) => [child, ...descendants(child.pid)])
  const all = [...processes.filter((one) => one.pid === pid), ...descendants(pid)]
  if (all.length === 0) return undefined
  return {
    cpuSeconds: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    rssBytes: all.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
  }
}

/** Empty if the process has ended. */
async function readStat(pid: string): Promise<(Usage & { pid: number; parent: number })[]> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold anything. After it: state, parent, and on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return [
      {
        pid: Number(pid),
        parent: Number(fields[1]),
        cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
        rssBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
      },
    ]
  } catch {
    return []
  }
}
