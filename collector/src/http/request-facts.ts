import type { Context } from 'hono'
import type { RequestFacts } from '../ingest/request-facts.ts'
import type { AppEnv } from './app-env.ts'
import { type RequestHeaders, requestHeaders } from './request-headers.ts'

/** Longer ones are made up. */
const MAX_USER_AGENT = 1_000

/** What a request says of its sender. Expects `clientAddress`. */
export function requestFacts(c: Context<AppEnv>): RequestFacts {
  return factsOf(requestHeaders(c), c.get('clientAddress'))
}

/** The same, from the headers as the server has them. */
export function factsOf(headers: RequestHeaders, clientAddress: string): RequestFacts {
  return {
    receivedAt: Date.now(),
    userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    purpose: headers['sec-purpose'] ?? headers['purpose'] ?? '',
    mobileHint: headers['sec-ch-ua-mobile'] ?? '',
    platformHint: (headers['sec-ch-ua-platform'] ?? '').replaceAll('"', ''),
    clientAddress,
  }
}
