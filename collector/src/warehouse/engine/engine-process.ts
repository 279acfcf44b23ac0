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
import { watchForRestart } from './needs-restart.ts'

/** Time to cancel or finish running statements at shutdown. */
const SHUTDOWN_TIMEOUT_MS = 3_000

// Only the user of this process may access files and socket.
process.umask(0o077)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

// Also after an uncaught error, which is on standard error by then.
process.once('exit', end)

/** Before the database is open there is nothing to close. */
let stop = async (): Promise<void> => end()
process.once('disconnect', () => void stop())
process.once('message', (message: StartMessage) => {
  process.once('message', () => void stop())
  start(message).catch((error: unknown) => {
    // The engine's own messages are on standard error.
    send({ failed: error instanceof Error ? error.message : String(error) }, end)
  })
})

async function start({ directory, socket, secret }: StartMessage): Promise<void> {
  const database = await Database.open(directory)
  const needsRestart = watchForRestart()
  const server = createHttpInterface(
    {
      run: (...args) =>
        database.run(...args).catch((error: unknown) => {
          if (needsRestart(error)) end()
          throw error
        }),
    },
    secret,
  )
  // Left by a killed process: the directory's lock proves that no other is running.
  await rm(socket, { force: true })
  server.listen(socket, () => send({ ready: true }))

  stop = async () => {
    endWithin(SHUTDOWN_TIMEOUT_MS)
    server.close()
    // Cancels reads.
    server.closeAllConnections()
    await database.close()
    end()
  }
}

/**
 * Ends without the exit handlers of libraries: the engine's may wait for ever for one of its threads, and the
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

/** @param then called once the message is sent or the collector has gone. */
function send(message: EngineMessage, then = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, then)
  else then()
}
