/**
 * A program: the embedded ClickHouse behind ClickHouse's HTTP interface, on a Unix socket. `launch-engine.ts` starts it
 * in the engine's directory. It ends on a message over the IPC channel, and when the channel closes because the
 * collector is gone, `kill -9` included.
 *
 * A terminal signals every process of a stack at once. The collector needs its database to the end, so signals are
 * ignored here.
 */
import { rm } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { EngineMessage, StartMessage } from './launch-engine.ts'
import { Database } from './database.ts'
import { createHttpInterface } from './http-interface.ts'

/** For what still runs at the end to be cancelled or finished. */
const STOP_MS = 3_000

// Files and socket are for the user of this process alone.
process.umask(0o077)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

// Also after an error that nothing caught, which is on standard error by then.
process.once('exit', end)

/** Before the database is open there is nothing to close. */
let stop = async (): Promise<void> => end()
process.once('disconnect', () => void stop())
process.once('message', (message: StartMessage) => {
  process.once('message', () => void stop())
  start(message).catch((error: unknown) => {
    // What the engine itself has to say is on standard error.
    send({ failed: error instanceof Error ? error.message : String(error) }, end)
  })
})

async function start({ directory, socket, secret }: StartMessage): Promise<void> {
  const database = await Database.open(directory)
  const server = createHttpInterface(
    {
      run: (...args) =>
        database.run(...args).catch((error: unknown) => {
          // Nothing runs in it any more; the next process has a new one.
          if (/shutting down due to a fatal error/.test(String(error))) end()
          throw error
        }),
    },
    secret,
  )
  // Left by a process that was killed: the directory's lock says that there is no other one.
  await rm(socket, { force: true })
  server.listen(socket, () => send({ ready: true }))

  stop = async () => {
    endWithin(STOP_MS)
    server.close()
    // Cancels what only reads.
    server.closeAllConnections()
    await database.close()
    end()
  }
}

/**
 * Ends without what libraries do at an exit: the engine's may wait for a thread of its own for ever, and then the
 * directory would stay locked.
 */
function end(): void {
  flushCompileCache()
  process.kill(process.pid, 'SIGKILL')
}

/** From a thread of its own, because closing the database blocks this one. */
function endWithin(ms: number): void {
  new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`, { eval: true }).unref()
}

/** @param then called once it is sent or the client has gone. */
function send(message: EngineMessage, then = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, then)
  else then()
}
