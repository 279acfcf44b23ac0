import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import type { ToPglite } from './pglite-worker.ts'

/** First byte of a client's Terminate message, which would end PGlite. */
const TERMINATE = 'X'.charCodeAt(0)

/** A connection to the thread with PGlite, which `pg` uses as a socket. */
export class PgliteStream extends Duplex {
  readonly #worker: () => Promise<Worker>
  #port: MessagePort | null = null

  constructor(worker: () => Promise<Worker>) {
    super()
    this.#worker = worker
  }

  connect(): void {
    this.#open().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
  }

  async #open(): Promise<void> {
    const worker = await this.#worker()
    if (this.destroyed) return
    const { port1, port2 } = new MessageChannel()
    const theirs: ToPglite = port2
    worker.postMessage(theirs, [port2])
    port1.on('message', (responses: Uint8Array) => this.push(responses))
    // Fails when the thread exits, not when the port closes: then the thread may still count as running, and not
    // serve a new connection.
    let cause: unknown
    const keep = (error: unknown) => (cause = error)
    const fail = () => {
      // SQLSTATE crash_shutdown: it starts again.
      this.destroy(
        Object.assign(new Error('The embedded PostgreSQL has ended.', { cause }), { code: '57P02' }),
      )
    }
    worker.once('error', keep).once('exit', fail)
    this.once('close', () => worker.off('error', keep).off('exit', fail))
    this.#port = port1
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {
    this.#port?.ref()
  }

  unref(): void {
    this.#port?.unref()
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send([chunk])
    done()
  }

  /** The messages of a query, which `pg` writes together. */
  override _writev(chunks: readonly { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port?.close()
    done(error)
  }

  #send(chunks: readonly Buffer[]): void {
    const messages = chunks.filter((chunk) => chunk[0] !== TERMINATE)
    if (messages.length === 0) return
    // Copied, because a chunk may be part of a larger buffer, which would be sent whole.
    const bytes = Uint8Array.from(Buffer.concat(messages))
    this.#port?.postMessage(bytes, [bytes.buffer])
  }
}
