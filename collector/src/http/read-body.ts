import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { ApiError } from '../errors.ts'

/**
 * The bytes of a request's body; undefined where it has more than `maxBytes`, whatever length it announced. Taken
 * from the socket's own stream: by way of a web stream they would cost as much as the rest of a beacon's way.
 *
 * @throws {ApiError} 400 if the sender breaks off; nobody hears it.
 */
export function readBody(c: Context, maxBytes: number): Promise<Buffer | undefined> {
  const body = streamOf(c)
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let bytes = 0
    const take = (chunk: Uint8Array): void => {
      bytes += chunk.length
      if (bytes <= maxBytes) {
        chunks.push(chunk)
        return
      }
      // What is left is for the server to let go of.
      body.off('data', take).pause()
      resolve(undefined)
    }
    body.on('data', take)
    body.on('end', () => resolve(joined(chunks)))
    body.on('close', () => {
      if (!body.readableEnded) reject(new ApiError(400, 'request_aborted', 'The request broke off.'))
    })
  })
}

function streamOf(c: Context): Readable {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  if (incoming instanceof IncomingMessage) return incoming
  // Requests that came over no socket: those of tests.
  const { body } = c.req.raw
  return Readable.from(body ?? [])
}

function joined(chunks: readonly Uint8Array[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(chunks)
}
