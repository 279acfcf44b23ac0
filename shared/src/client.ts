import { ApiErrorBody } from './api-error.ts'
import { type ResponseOf, type CallInput, type Route, urlOf } from './routes/route.ts'

/** The API responded with an error. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  /** Stable, snake_case. */
  readonly code: string
  readonly details: unknown
  /** Seconds to wait, if the API said so. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    { code, message, details }: ApiErrorBody['error'],
    retryAfter: number | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

export interface Client {
  /**
   * Calls a route of `routes/`. The response is parsed with the schema that the API's description is made from; CSV
   * is returned as it is.
   *
   * @throws {RequestError} if the API refuses.
   */
  call<R extends Route>(route: R, input: CallInput<R>, signal?: AbortSignal): Promise<ResponseOf<R>>
}

/**
 * A client for programs.
 *
 * @param origin the dashboard's, such as `https://admin.example.org`.
 * @param token an API token, `hm_…`.
 */
export function createClient({ origin, token }: { origin: string; token: string }): Client {
  return {
    async call(route, input, signal) {
      const body: unknown = input.body
      const response = await fetch(new URL(urlOf(route, input), origin).href, {
        method: route.method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        ...(signal ? { signal } : {}),
      })
      if (!response.ok) throw await errorOf(response)
      const value: unknown = route.path.endsWith('.csv') ? await response.text() : await response.json()
      return route.response.parse(value) as ResponseOf<typeof route>
    },
  }
}

async function errorOf(response: Response): Promise<RequestError> {
  const { status, headers } = response
  const seconds = headers.get('Retry-After')
  const parsed = ApiErrorBody.safeParse(await response.json().catch(() => undefined))
  const error = parsed.success
    ? parsed.data.error
    : { code: `http_${status}`, message: `The server responded with status ${status}.` }
  return new RequestError(status, error, seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null)
}
