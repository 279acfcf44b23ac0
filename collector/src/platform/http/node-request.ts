import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { ApiError } from '../api-error.ts'

/*
 * Shortcuts to Node's own request, past the web-standard objects around it: for beacons, where those cost as much as
 * everything else. Requests made in tests have no socket, and use the standard objects.
 */

/** By lower-case name. Repeated headers are joined, or the first one counts, as Node has it. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** The headers as Node has parsed them: Hono searches all of them for each one. */
export function requestHeaders(c: Context): RequestHeaders {
  const request = nodeRequest(c)
  // Only `Set-Cookie` is ever a list, and no request has it.
  return request ? (request.headers as RequestHeaders) : Object.fromEntries(c.req.raw.headers)
}

/** Whether a browser fetches ahead of a click that may never come. `preview` is Safari's word for its top hit. */
export function isPrefetch(headers: RequestHeaders): boolean {
  return /prefetch|prerender|preview/i.test(headers['sec-purpose'] ?? headers['purpose'] ?? '')
}

/**
 * The bytes of the body; undefined where there are more than `maxBytes`, whatever length was announced.
 *
 * @throws {ApiError} 400 if the client disconnects; nobody receives it.
 */
export function readBytes(c: Context, maxBytes: number): Promise<Buffer | undefined> {
  const body = nodeRequest(c) ?? Readable.from(c.req.raw.body ?? [])
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let bytes = 0
    const take = (chunk: Uint8Array): void => {
      bytes += chunk.length
      if (bytes <= maxBytes) {
        chunks.push(chunk)
        return
      }
      // The server drops the rest.
      body.off('data', take).pause()
      resolve(undefined)
    }
    body.on('data', take)
    body.on('end', () => resolve(joined(chunks)))
    body.on('close', () => {
      if (!body.readableEnded) reject(new ApiError(400, 'request_aborted', 'The client disconnected.'))
    })
  })
}

function nodeRequest(c: Context): IncomingMessage | undefined {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming instanceof IncomingMessage ? incoming : undefined
}

function joined(chunks: readonly Uint8Array[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(chunks)
}
