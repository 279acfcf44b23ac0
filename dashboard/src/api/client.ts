import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import { ReauthenticationDetails } from '@half-measure/shared/auth/session.ts'
import { type ResponseOf, type CallInput, type Route, urlOf } from '@half-measure/shared/routes/route.ts'
import { createContext, use } from 'react'
import { ApiError, NetworkError, ResponseShapeError } from './errors.ts'

const TIMEOUT_MS = 20_000
/** Deadline for a stream to begin. */
const STREAM_TIMEOUT_MS = 10_000

interface CallOptions {
  /** Access token. */
  token?: string
  signal?: AbortSignal | undefined
}

/** Calls a route without a session. Throws `ApiError`, `NetworkError` or `ResponseShapeError`. */
export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: CallOptions = {},
): Promise<ResponseOf<R>> {
  const url = urlOf(route, input)
  const response = await send(url, route.method, input.body, options)
  const parsed = route.response.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw new ResponseShapeError(url, parsed.error)
  return parsed.data as ResponseOf<R>
}

/** Where the client gets its access tokens; the session store is one. */
export interface TokenSource {
  /** Valid for at least the next seconds; null when signed out. */
  accessToken(): Promise<string | null>
  /** Another token than the refused one; null when there is none. */
  replace(refused: string): Promise<string | null>
}

/**
 * Calls the API for the signed-in administrator. Retries once with a new token if one is refused, and once after
 * re-authentication if that is needed.
 */
export interface Api {
  call<R extends Route>(route: R, input: CallInput<R>, signal?: AbortSignal): Promise<ResponseOf<R>>
  /** Sends a file unchanged, with its own content type. */
  upload<R extends Route>(route: R, input: CallInput<R>, file: Blob): Promise<ResponseOf<R>>
  download(url: string): Promise<Blob>
  stream(url: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}

/** Prompts for re-authentication; resolves with whether it succeeded. */
type ConfirmIdentity = (required: { secondFactor: boolean }) => Promise<boolean>

export function createApi(
  tokens: TokenSource,
  confirmIdentity: ConfirmIdentity = () => Promise.resolve(false),
): Api {
  async function authorised<T>(attempt: (token: string) => Promise<T>): Promise<T> {
    const token = (await tokens.accessToken()) ?? throwSessionMissing()
    try {
      return await attempt(token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      return attempt((await tokens.replace(token)) ?? throwSessionMissing())
    }
  }

  /** Retries after re-authentication, if the server requires it. */
  async function confirmed<T>(attempt: (token: string) => Promise<T>): Promise<T> {
    try {
      return await authorised(attempt)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reauthentication_needed') throw error
      const { second_factor: secondFactor } = ReauthenticationDetails.parse(error.details)
      if (!(await confirmIdentity({ secondFactor }))) throw error
      return authorised(attempt)
    }
  }

  return {
    call: (route, input, signal) => confirmed((token) => call(route, input, { token, signal })),
    upload: (route, input, file) => authorised((token) => call(route, { ...input, body: file }, { token })),
    download: (url) =>
      confirmed((token) => send(url, 'GET', undefined, { token })).then((response) => response.blob()),
    stream: (url, signal) => authorised((token) => openStream(url, { token, signal })),
  }
}

async function openStream(url: string, options: CallOptions): Promise<ReadableStream<Uint8Array>> {
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), STREAM_TIMEOUT_MS)
  try {
    const { body } = await send(url, 'GET', undefined, options, slow.signal)
    if (body === null) throw new NetworkError('a response without a body')
    return body
  } finally {
    clearTimeout(timer)
  }
}

async function send(
  url: string,
  method: Route['method'],
  body: unknown,
  { token, signal }: CallOptions,
  timeout = AbortSignal.timeout(TIMEOUT_MS),
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  const isFile = body instanceof Blob
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined && !isFile) headers.set('content-type', 'application/json')
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers,
      body: isFile ? body : body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    // Cancelled by the caller: not a network failure.
    if (signal?.aborted) throw error
    throw new NetworkError(error)
  }
  if (!response.ok) throw await errorOf(response)
  return response
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : null
  const parsed = ApiErrorBody.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) return new ApiError({ status, retryAfter, ...parsed.data.error })
  const message = `The server responded with status ${status}.`
  return new ApiError({ status, retryAfter, code: `http_${status}`, message })
}

function throwSessionMissing(): never {
  throw new ApiError({ status: 400, code: 'session_missing', message: 'Auth session missing' })
}

const ApiContext = createContext<Api | null>(null)
export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = use(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider above it')
  return api
}
