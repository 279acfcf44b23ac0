import { createContext, use } from 'react'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import { command, file, request, stream, type Method } from './request.ts'

/** Where the API gets its access tokens; the session store is one. */
export interface TokenSource {
  /** A token good for at least the next seconds, or null when nobody is signed in. */
  accessToken(): Promise<string | null>
  /** Another token than the refused one, or null when there is none to be had. */
  replace(refused: string): Promise<string | null>
}

/** Speaks for the signed-in admin. A refused token is replaced and the call made once more. */
export interface Api {
  get<T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T>
  /** A change that answers with what it made. */
  send<T>(method: Method, path: string, schema: z.ZodType<T>, body?: unknown): Promise<T>
  /** A change that answers with nothing. */
  tell(method: Method, path: string, body?: unknown): Promise<void>
  /** What the server offers as a file. */
  download(path: string): Promise<Blob>
  /** What the server goes on saying until the signal. */
  stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}

export function createApi(tokens: TokenSource): Api {
  async function authorised<T>(call: (token: string) => Promise<T>): Promise<T> {
    const token = (await tokens.accessToken()) ?? missing()
    try {
      return await call(token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      return call((await tokens.replace(token)) ?? missing())
    }
  }

  return {
    get: (path, schema, signal) =>
      authorised((token) => request(path, schema, signal ? { token, signal } : { token })),
    send: (method, path, schema, body) =>
      authorised((token) => request(path, schema, { method, token, body })),
    tell: (method, path, body) => authorised((token) => command(path, { method, token, body })),
    download: (path) => authorised((token) => file(path, { token })),
    stream: (path, signal) => authorised((token) => stream(path, { token, signal })),
  }
}

function missing(): never {
  throw new ApiError({ status: 400, code: 'session_missing', message: 'Auth session missing' })
}

const ApiContext = createContext<Api | null>(null)
export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = use(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider above it')
  return api
}
