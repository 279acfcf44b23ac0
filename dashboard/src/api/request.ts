import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import type { z } from 'zod'
import { AnswerShapeError, ApiError, NetworkError } from './api-error.ts'

/** A question that has no answer after this long counts as unanswered. */
const TIMEOUT_MS = 20_000
/** A stream that does not begin within this counts as unanswered. */
const STREAM_TIMEOUT_MS = 10_000

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Question {
  method?: Method
  /** A file as it is, anything else as JSON. */
  body?: unknown
  /** Access token of the session. */
  token?: string
  signal?: AbortSignal
}

/** Asks the API and checks the answer. Throws `ApiError`, `NetworkError` or `AnswerShapeError`. */
export async function request<T>(path: string, schema: z.ZodType<T>, question: Question = {}): Promise<T> {
  const response = await send(path, question)
  const parsed = schema.safeParse(await bodyOf(response))
  if (!parsed.success) throw new AnswerShapeError(path, parsed.error)
  return parsed.data
}

/** As `request`, for calls whose answer carries nothing. */
export async function command(path: string, question: Question = {}): Promise<void> {
  await send(path, { method: 'POST', ...question })
}

/** As `request`, for an answer that is saved as a file. */
export async function file(path: string, question: Question = {}): Promise<Blob> {
  const response = await send(path, question)
  return response.blob()
}

/** As `request`, for an answer that goes on for as long as it is wanted. */
export async function stream(path: string, question: Question = {}): Promise<ReadableStream<Uint8Array>> {
  const begun = new AbortController()
  const timer = setTimeout(() => begun.abort(), STREAM_TIMEOUT_MS)
  try {
    const { body } = await send(path, question, begun.signal)
    if (body === null) throw new NetworkError('an answer without a body')
    return body
  } finally {
    clearTimeout(timer)
  }
}

async function send(
  path: string,
  question: Question,
  timeout = AbortSignal.timeout(TIMEOUT_MS),
): Promise<Response> {
  const response = await answered(path, question, timeout)
  if (!response.ok) throw await refusalOf(response)
  return response
}

async function answered(
  path: string,
  { method = 'GET', body, token, signal }: Question,
  timeout: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined && !(body instanceof Blob)) headers.set('content-type', 'application/json')
  try {
    return await fetch(path, {
      method,
      headers,
      body: body === undefined || body instanceof Blob ? (body ?? null) : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    // Cancelled by the caller: not a failure of the network.
    if (signal?.aborted) throw error
    throw new NetworkError(error)
  }
}

/** The body as JSON; `undefined` where there is none, which no schema of an answer accepts. */
async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined)
}

async function refusalOf(response: Response): Promise<ApiError> {
  const { status } = response
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : null
  const parsed = ApiErrorBody.safeParse(await bodyOf(response))
  if (parsed.success) return new ApiError({ status, retryAfter, ...parsed.data.error })
  const message = `The server answered with status ${status}.`
  return new ApiError({ status, retryAfter, code: `http_${status}`, message })
}
