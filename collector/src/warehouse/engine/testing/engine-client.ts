import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Engine } from '../start-engine.ts'

export interface Call {
  readonly search?: Record<string, string>
  readonly body?: string | Buffer
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly secret?: string
  readonly signal?: AbortSignal
}

/** One request, without the client that the collector uses. Resolves with the head of the response. */
export function begin(
  { url, socket }: Pick<Engine, 'url' | 'socket'>,
  { search = {}, body, method = 'POST', path = '/', headers = {}, secret, signal }: Call,
): Promise<IncomingMessage> {
  const { username, password } = new URL(url)
  return new Promise((resolve, reject) => {
    request(
      {
        socketPath: socket,
        method,
        path: `${path}?${new URLSearchParams(search).toString()}`,
        auth: `${username}:${secret ?? password}`,
        headers,
        ...(signal ? { signal } : {}),
      },
      resolve,
    )
      .on('error', reject)
      .end(body)
  })
}

/** The same, with the whole response. */
export async function call(
  engine: Pick<Engine, 'url' | 'socket'>,
  request: Call,
): Promise<{ status: number; headers: IncomingMessage['headers']; bytes: Buffer; text: string }> {
  const response = await begin(engine, request)
  const bytes = await buffer(response)
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() }
}

/** The result of a statement. @throws with the engine's words. */
export async function run(
  engine: Pick<Engine, 'url' | 'socket'>,
  sql: string,
  search: Record<string, string> = {},
): Promise<string> {
  const { status, text } = await call(engine, { search, body: sql })
  if (status !== 200) throw new Error(text)
  return text.trimEnd()
}
