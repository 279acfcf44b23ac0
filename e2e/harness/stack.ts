import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../../collector/test/faults/harness/free-ports.ts'
import { putMigratedDatabase } from '../../collector/test/postgres/migrated-database.ts'

export interface Stack {
  readonly site: string
  readonly dashboard: string
  readonly dataDir: string
  readonly pid: number
  /** Ends it as Ctrl-C does. Resolves with the exit code. */
  stop(): Promise<number>
}

export interface StackOptions {
  /** Keeps the data of an earlier stack; otherwise a new folder, removed by `removeData`. */
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  /** The magazine's and the dashboard's, where they have to be known before; free ones otherwise. */
  readonly ports?: readonly number[]
}

const ROOT = join(import.meta.dirname, '../..')

/** Starts the whole product as `npm start` does, on free ports, and waits until it is healthy. */
export async function startStack({ dataDir, env, ports }: StackOptions = {}): Promise<Stack> {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'half-measure-e2e-')))
  await putMigratedDatabase(join(directory, 'postgres'))
  const [port, dashboardPort] = ports ?? (await freePorts(2))
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DASHBOARD_PORT: String(dashboardPort),
      DATA_DIR: directory,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // A hook that ran out of time leaves nobody to stop it.
  const endWithTests = () => child.kill('SIGKILL')
  process.once('exit', endWithTests)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const exited = new Promise<number>((resolve) =>
    child.once('exit', (code) => {
      process.off('exit', endWithTests)
      resolve(code ?? 1)
    }),
  )
  const site = `http://localhost:${port}`

  await Promise.race([
    untilHealthy(`${site}/api/health`),
    exited.then((code) => {
      throw new Error(`the stack ended with ${code} before it responded:\n${output}`)
    }),
  ])
  return {
    site,
    dashboard: `http://localhost:${dashboardPort}`,
    dataDir: directory,
    pid: child.pid ?? 0,
    stop() {
      child.kill('SIGINT')
      return exited
    },
  }
}

/** For a stack that has stopped and will not be started on its data again. */
export function removeData(stack: Stack): Promise<void> {
  return rm(stack.dataDir, { recursive: true, force: true })
}

async function untilHealthy(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(address).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
