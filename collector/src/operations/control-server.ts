import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Context } from '../stack/context.ts'
import { withTimeout } from '../platform/deadline.ts'
import { errorSentence } from '../platform/error-sentence.ts'
import { stopServer } from '../platform/http/listen.ts'
import { shortSocketPath } from '../platform/socket-path.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

/**
 * In the data directory, which only its owner can access.
 *
 * @throws if the path of the data directory is too long for a socket.
 */
export function controlSocketPath(dataDir: string): string {
  return shortSocketPath(join(dataDir, 'control.sock'))
}

/** Longest wait for stopped operations, milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 10_000

/** A line of a response: progress while it runs, then one result or one error. */
export type ControlLine = { progress: string } | { result: unknown } | { error: string }

/**
 * Accepts operator commands while this process holds the data directory: `POST /<operation>` with options as JSON; the
 * response is one JSON object per line.
 */
export async function startControlServer(context: Context): Promise<{ stop(): Promise<void> }> {
  const path = controlSocketPath(context.config.dataDir)
  // Left behind by a killed process; with the lock, no other is running.
  await rm(path, { force: true })
  const running = new Set<AbortController>()
  /** Ends of the stoppable operations, also of those whose client has gone. */
  const ends = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const stop = new AbortController()
    running.add(stop)
    // The client has disconnected or has its response.
    response.on('close', () => {
      stop.abort()
      running.delete(stop)
    })
    const send = (line: ControlLine) => response.write(`${JSON.stringify(line)}\n`)
    const operation = OPERATIONS.find(({ name }) => request.url === `/${name}`)
    const end = text(request).then(
      (body) => runOperation(operation, body, send, stop.signal).finally(() => response.end()),
      // The client disconnected before it had sent everything.
      () => {},
    )
    if (!operation?.stoppable) return
    ends.add(end)
    void end.then(() => ends.delete(end))
  })
  await once(server.listen(path), 'listening')
  return {
    async stop() {
      for (const operation of running) operation.abort()
      // They remove what they have written; a backup's parts are not encrypted. A silent database must not hold this up.
      await Promise.all([stopServer(server), withTimeout(SHUTDOWN_TIMEOUT_MS, Promise.all(ends))])
    },
  }

  async function runOperation(
    operation: Operation | undefined,
    body: string,
    send: (line: ControlLine) => void,
    stop: AbortSignal,
  ): Promise<void> {
    try {
      if (!operation)
        throw new Error('The running stack does not know this command; it may be another version.')
      const options = JSON.parse(body) as Record<string, unknown>
      const progress = (line: string) => send({ progress: line })
      send({ result: await operation.run(context, options, { progress, stop }) })
    } catch (error) {
      send({ error: errorSentence(error) })
    }
  }
}
