import { createContext, use } from 'react'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import { request } from './request.ts'

/** Where the API gets its access tokens; the session store is one. */
export interface TokenSource {
  /** A token good for at least the next seconds, or null when nobody is signed in. */
  accessToken(): Promise<string | null>
  /** Another token than the refused one, or null when there is none to be had. */
  replace(refused: string): Promise<string | null>
}

export interface Api {
  /** A question on behalf of the signed-in admin. A refused token is replaced and the question asked once more. */
  get<T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T>
}

export function createApi(tokens: TokenSource): Api {
  return {
    async get(path, schema, signal) {
      const token = (await tokens.accessToken()) ?? missing()
      const ask = (token: string) => request(path, schema, signal ? { token, signal } : { token })
      try {
        return await ask(token)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error
        return ask((await tokens.replace(token)) ?? missing())
      }
    },
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
