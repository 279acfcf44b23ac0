import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askRunningStack } from '../src/operations/ask-running-stack.ts'

/** A process that is measured. */
export interface Program {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

export interface Collector extends Program {
  /** Has it do one of the operator's commands. */
  ask(operation: 'delivery' | 'audit'): Promise<unknown>
}

export async function startBareServer(): Promise<Program> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), String(port)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return { port, pid: child.pid ?? 0, stop: () => end(child) }
}

/** The real one on a new data directory, which goes with it. `nodeArgs` is for profiles. */
export async function startCollector(nodeArgs: readonly string[] = []): Promise<Collector> {
  const dataDir = await mkdtemp(join(tmpdir(), 'half-measure-bench-'))
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeArgs, join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DASHBOARD_PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([
    untilReady(port),
    once(child, 'exit').then(() => Promise.reject(new Error('the collector ended before it was ready'))),
  ])
  return {
    port,
    pid: child.pid ?? 0,
    async ask(operation) {
      const answer = await askRunningStack(dataDir, operation, {}, () => {})
      if (!answer) throw new Error('the collector does not answer on its socket')
      return answer.result
    },
    async stop() {
      await end(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilReady(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
