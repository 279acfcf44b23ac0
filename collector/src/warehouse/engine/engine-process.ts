/**
 * A program: the embedded ClickHouse behind ClickHouse's HTTP interface, on a Unix socket. `launch-engine.ts` starts it
 * in the engine's directory. It ends on a message over the IPC channel, and when the channel closes because the
 * collector is gone, `kill -9` included.
 *
 * A terminal signals every process of a stack at once. The collector needs its database to the end, so signals are
 * ignored here.
 */
import { rm } from 'node:fs/promises'
import type { EngineMessage, StartMessage } from './launch-engine.ts'
import { Database } from './database.ts'
import { createHttpInterface } from './http-interface.ts'

/** For what still runs at the end to be cancelled or finished. */
const STOP_MS = 3_000

// Files and socket are for the user of this process alone.
process.umask(0o077)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** Before the database is open there is nothing to close. */
let stop = async (): Promise<void> => process.exit()
process.once('disconnect', () => void stop())
process.once('message', (message: StartMessage) => {
  process.once('message', () => void stop())
  start(message).catch((error: unknown) => {
    // What the engine itself has to say is on standard error.
    send({ failed: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
  })
})

async function start({ directory, socket, secret }: StartMessage): Promise<void> {
  const database = await Database.open(directory)
  const server = createHttpInterface(
    {
      run: (...args) =>
        database.run(...args).catch((error: unknown) => {
          // Nothing runs in it any more; the next process has a new one.
          if (/shutting down due to a fatal error/.test(String(error))) process.exit(1)
          throw error
        }),
    },
    secret,
  )
  // Left by a process that was killed: the directory's lock says that there is no other one.
  await rm(socket, { force: true })
  server.listen(socket, () => send({ ready: true }))

  stop = async () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_MS)
    server.close()
    // Cancels what only reads.
    server.closeAllConnections()
    await database.close()
    process.exit(0)
  }
}

/** @param then called once it is sent or the client has gone. */
function send(message: EngineMessage, then = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, then)
  else then()
}
