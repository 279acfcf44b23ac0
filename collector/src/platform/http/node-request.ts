import type { IncomingMessage } from 'node:http'
import { ApiError } from '../api-error.ts'

/** By lower-case name. Node joins repeated headers, or keeps the first one. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** Whether a browser fetches the page ahead of a click. `preview` is Safari's word for its top hit. */
export function isPrefetch(headers: RequestHeaders): boolean {
  return /prefetch|prerender|preview/i.test(headers['sec-purpose'] ?? headers['purpose'] ?? '')
}

/** No browser has a longer user agent. */
const MAX_USER_AGENT = 1_000

/** The user agent, cut off: matching a header of 14 KB takes a millisecond. */
export function userAgentOf(headers: RequestHeaders): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT)
}

/** A body in UTF-8, without a byte order mark, and its length. */
export interface BodyText {
  readonly text: string
  readonly bytes: number
}

/**
 * Reads the body; undefined if it is longer than `maxBytes`, whatever length it announced.
 *
 * @throws {ApiError} 400 if the client disconnects; it is never sent.
 */
export function readText(request: IncomingMessage, maxBytes: number): Promise<BodyText | undefined> {
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
    request.on('end', () => {
      const [only] = chunks
      const body = only && chunks.length === 1 ? only : Buffer.concat(chunks)
      const text = body.toString()
      if (bytes >= LARGE_BYTES) for (const chunk of new Set([body, ...chunks])) release(chunk)
      resolve({ text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, bytes })
    })
    request.on('close', () => {
      if (!request.readableEnded) reject(new ApiError(400, 'request_aborted', 'The client disconnected.'))
    })
  })
}

/** Freeing smaller bodies costs more than it saves. */
const LARGE_BYTES = 16 * 1024

/**
 * Frees the memory of a buffer that nothing reads any more. Left to the garbage collector, a flood of large bodies
 * makes it collect the whole heap several times a second, and each time holds up every request.
 */
function release({ buffer, byteLength }: Buffer): void {
  // A small one may share its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
