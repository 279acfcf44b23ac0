/** The thread of the embedded PostgreSQL. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

export interface PgliteOptions {
  readonly path: string
  /** Arguments of PostgreSQL. */
  readonly settings: readonly string[]
}

/** The port of a new connection; or the end. */
export type ToPglite = MessagePort | 'close'

const { path, settings } = workerData as PgliteOptions
const pglite = new PGlite(path, { startParams: [...PGlite.defaultStartParams, ...settings] })
await pglite.waitReady

/** What there is to do, one after the other. */
let last: Promise<unknown> = Promise.resolve()
function then(task: () => Promise<unknown>): void {
  last = last.then(task)
}

parentPort?.on('message', (message: ToPglite) => {
  if (message === 'close') then(close)
  else serve(message)
})
// A thread, not a window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage('ready')

/** Complete messages of PostgreSQL's protocol in, all responses to them out. */
function serve(connection: MessagePort): void {
  connection.on('message', (messages: Uint8Array) => {
    then(async () => {
      const responses = (await pglite.execProtocolRaw(messages)).slice()
      connection.postMessage(responses, [responses.buffer])
    })
  })
  // PGlite has one session, which the next connection continues.
  connection.on('close', () => {
    then(async () => {
      await pglite.exec('ROLLBACK')
      await pglite.exec('DISCARD ALL')
    })
  })
}

async function close(): Promise<void> {
  await pglite.close()
  // Of this thread.
  process.exit()
}
