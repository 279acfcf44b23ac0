import type { IncomingMessage } from 'node:http'
import { ApiError } from '../api-error.ts'

/** By lower-case name. Node joins repeated headers, or keeps the first one. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** Whether a browser fetches the page ahead of a click. `preview` is Safari's word for its top hit. */
export function isPrefetch(headers: RequestHeaders): boolean {
  return /prefetch|prerender|preview/i.test(headers['sec-purpose'] ?? headers['purpose'] ?? '')
}

/**
 * Reads the body; undefined if it is longer than `maxBytes`, whatever length it announced.
 *
 * @throws {ApiError} 400 if the client disconnects; it is never sent.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= maxBytes) return
      // The server drops the rest.
      request.removeAllListeners('data').pause()
      resolve(undefined)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    request.on('close', () => {
      if (!request.readableEnded) reject(new ApiError(400, 'request_aborted', 'The client disconnected.'))
    })
  })
}
