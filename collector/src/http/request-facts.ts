import type { Context } from 'hono'
import type { RequestFacts } from '../ingest/request-facts.ts'
import type { AppEnv } from './app-env.ts'

/** Longer ones are made up. */
const MAX_USER_AGENT = 1_000

export function requestFacts(c: Context<AppEnv>): RequestFacts {
  return {
    receivedAt: Date.now(),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, MAX_USER_AGENT),
    purpose: c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '',
    mobileHint: c.req.header('sec-ch-ua-mobile') ?? '',
    platformHint: (c.req.header('sec-ch-ua-platform') ?? '').replaceAll('"', ''),
    clientAddress: c.get('clientAddress'),
  }
}
