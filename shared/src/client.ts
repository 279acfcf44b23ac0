import { ApiErrorBody } from './api-error.ts'
import { type ResponseOf, type CallInput, type Route, urlOf } from './routes/route.ts'

/** The API responded with an error. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  /** Stable, snake_case. */
  readonly code: string
  readonly details: unknown

  constructor(status: number, { code, message, details }: ApiErrorBody['error']) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export interface Client {
  /**
   * Calls a route of `routes/stats.ts`, `routes/reports.ts` or `routes/delivery.ts`. The response is parsed with the
   * schema that the API's description is made from.
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
      return route.response.parse(await response.json()) as ResponseOf<typeof route>
    },
  }
}

async function errorOf(response: Response): Promise<RequestError> {
  const { status } = response
  const parsed = ApiErrorBody.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) return new RequestError(status, parsed.data.error)
  return new RequestError(status, {
    code: `http_${status}`,
    message: `The server responded with status ${status}.`,
  })
}
