import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Fault, SeenInsert } from './clickhouse-bridge.ts'
import { freePorts } from './free-ports.ts'
import { until } from './until.ts'

const PROGRAM = fileURLToPath(new URL('clickhouse-bridge.ts', import.meta.url))

/** A ClickHouse server in a process of its own, on one port and one directory for ever. */
export class ClickHouseServer {
  readonly port: number
  readonly #directory: string
  #child: ChildProcess | undefined

  /** The port is taken; the server is not there until `start`. */
  static async prepare(directory: string): Promise<ClickHouseServer> {
    mkdirSync(directory, { recursive: true })
    const [port = 0] = await freePorts(1)
    const server = new ClickHouseServer(directory, port)
    onTestFinished(() => server.kill())
    return server
  }

  static async start(directory: string): Promise<ClickHouseServer> {
    const server = await ClickHouseServer.prepare(directory)
    await server.start()
    return server
  }

  private constructor(directory: string, port: number) {
    this.#directory = directory
    this.port = port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [PROGRAM, this.#directory, String(this.port)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await until('the ClickHouse server answers', () =>
      fetch(`${this.url}/inserts`).then(drained, () => undefined),
    )
  }

  /** As if by a power switch. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Inserts that reached this process since it started. */
  async inserts(): Promise<SeenInsert[]> {
    return (await (await fetch(`${this.url}/inserts`)).json()) as SeenInsert[]
  }

  async plan(fault: Fault): Promise<void> {
    await fetch(`${this.url}/plan`, { method: 'POST', body: JSON.stringify(fault) }).then(drained)
  }
}

async function drained(response: Response): Promise<true> {
  await response.arrayBuffer()
  return true
}
