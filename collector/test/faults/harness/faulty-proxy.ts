import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { freePorts } from './free-ports.ts'

/**
 * What goes wrong on the way.
 *
 * - `refuse`: nobody listens.
 * - `black-hole`: what is sent is lost, and nothing comes back.
 * - `mute`: requests arrive, and their responses do not.
 * - `reset`: requests arrive, and the connection breaks when the response to an insert begins.
 * - `cut`: requests arrive, and the response to an insert ends in its middle.
 */
export type Trouble = 'none' | 'refuse' | 'black-hole' | 'mute' | 'reset' | 'cut'

/** A TCP proxy in front of a server, which fails on demand. */
export class FaultyProxy {
  readonly port: number
  readonly #target: number
  #trouble: Trouble = 'none'
  #server: Server | undefined
  readonly #sockets = new Set<Socket>()
  /** Responses to inserts that did not come through. */
  spoiled = 0

  static async start(target: number): Promise<FaultyProxy> {
    // Not any that the system gives: where nobody listens on it for a while, an outgoing connection may get it.
    const [port = 0] = await freePorts(1)
    const proxy = new FaultyProxy(port, target)
    await proxy.#listen()
    onTestFinished(() => proxy.#close())
    return proxy
  }

  private constructor(port: number, target: number) {
    this.port = port
    this.#target = target
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Connections under way meet the trouble too. */
  async make(trouble: Trouble): Promise<void> {
    this.#trouble = trouble
    if (trouble === 'refuse') await this.#close()
    else if (!this.#server) await this.#listen()
  }

  async #listen(): Promise<void> {
    this.#server = createServer((client) => this.#forward(client)).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async #close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  #forward(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1')
    let inserting = false
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (bytes: Buffer) => {
      if (this.#trouble === 'black-hole') return
      const head = /^POST \/\S*/.exec(bytes.toString('latin1'))?.[0]
      if (head) inserting = /query=INSERT/.test(head)
      server.write(bytes)
    })
    server.on('data', (bytes: Buffer) => {
      const trouble = this.#trouble
      if (trouble === 'black-hole') return
      if (trouble === 'none' || !inserting) return void client.write(bytes)
      this.spoiled++
      if (trouble === 'reset') client.resetAndDestroy()
      if (trouble === 'cut') client.end(bytes.subarray(0, bytes.length / 2))
    })
  }
}
