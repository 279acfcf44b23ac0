/** The thread of the embedded PostgreSQL. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

export interface PgliteOptions {
  readonly path: string
  /** Arguments of PostgreSQL. */
  readonly settings: readonly string[]
}

/** The port of a new connection, or the request to close. */
export type ToPglite = MessagePort | 'close'

const { path, settings } = workerData as PgliteOptions
const pglite = new PGlite(path, { startParams: [...PGlite.defaultStartParams, ...settings] })
await pglite.waitReady

/** The last of the tasks, which run one after the other. */
let last: Promise<unknown> = Promise.resolve()
function then(task: () => Promise<unknown>): void {
  last = last.then(task)
}

/** The connection that has the session. */
let current: MessagePort | undefined

parentPort?.on('message', (message: ToPglite) => {
  if (message === 'close') then(close)
  else serve(message)
})
// A thread, not a window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage('ready')

/** Complete messages of PostgreSQL's protocol in, all responses to them out. */
function serve(connection: MessagePort): void {
  current = connection
  // PGlite has one session, which its last connection may have left in a transaction, with locks. It is not reset
  // when that connection closes: ports have no order among each other, so the new connection's first messages may
  // come earlier.
  then(async () => {
    await pglite.exec('ROLLBACK')
    await pglite.exec('DISCARD ALL')
  })
  connection.on('message', (messages: Uint8Array) => {
    // A late message of a connection that was replaced.
    if (connection !== current) return
    // Not `execProtocolRaw`, which parses every response and keeps it.
    then(() =>
      pglite.execProtocolRawStream(messages, {
        onRawData(bytes) {
          // Copied, because `bytes` is a view of WebAssembly's memory.
          const response = bytes.slice()
          connection.postMessage(response, [response.buffer])
        },
      }),
    )
  })
}

async function close(): Promise<void> {
  await pglite.close()
  // Ends only this thread.
  process.exit()
}
