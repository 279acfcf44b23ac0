import { AnswerShapeError, ApiError, NetworkError } from './api-error.ts'

/** One sentence for the person at the screen: why their figures are missing, and what to do where they can. */
export function describeFailure(error: unknown): string {
  if (error instanceof NetworkError) return 'The server cannot be reached.'
  if (error instanceof AnswerShapeError) return 'The server answered in a form this page does not know.'
  if (!(error instanceof ApiError)) return 'Something in this page went wrong.'
  if (error.status === 401 || error.code === 'session_missing') return 'The session has ended. Sign in again.'
  if (error.status === 403) return 'This account may not read the figures.'
  if (error.status === 404) return error.message
  if (error.status === 429) return tooMany(error.retryAfter)
  // What the server says of being busy or without its database is for people; a proxy in its place says nothing.
  if (error.status === 503 && !error.code.startsWith('http_')) return error.message
  if (error.status >= 500) return `The server could not answer (status ${error.status}).`
  return `The server refused the question: ${error.message}`
}

/** As `describeFailure`, for a change: what the server says against it is for the person who asked for it. */
export function describeRefusal(error: unknown): string {
  if (error instanceof ApiError && [400, 403, 404, 409, 422, 429].includes(error.status)) return error.message
  return describeFailure(error)
}

function tooMany(retryAfter: number | null): string {
  const wait = retryAfter === null ? 'Wait a moment' : `Wait ${retryAfter} seconds`
  return `Too many questions in a short time. ${wait}.`
}
