import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Posts to a port of this machine, over a connection of its own. Unlike `fetch`, it sends whatever header it is given. */
export async function postTo(
  port: number,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: string | Readable },
): Promise<Received> {
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false, headers })
  // A server that has responded may stop reading.
  sent.on('error', () => {})
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>
  if (typeof body === 'string') sent.end(body)
  else body.pipe(sent)
  const [response] = await responded
  const received = await text(response)
  if (typeof body !== 'string') body.destroy()
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    text: received,
  }
}
