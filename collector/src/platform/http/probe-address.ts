import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { AddressNotAllowedError, isPublicAddress, lookupAllowed } from './public-addresses.ts'

/** Why an address gave no usable response. */
export type ProbeProblem =
  | 'unknown_host'
  | 'address_not_allowed'
  | 'not_http'
  | 'tls'
  | 'unreachable'
  | 'too_slow'
  | 'too_many_redirects'

/** The result of requesting an address. */
export interface Probe {
  /** Status of the final response; null without one. */
  readonly status: number | null
  /** Why there is no response. */
  readonly problem: ProbeProblem | null
  /** The final URL. */
  readonly url: string
  readonly redirects: number
  /** Time of all requests together. */
  readonly ms: number
}

export interface ProbeOptions {
  readonly userAgent: string
  readonly signal: AbortSignal
  /** An origin of our own, which may have any address as long as redirects do not leave it. */
  readonly own?: string
  /** For tests. */
  readonly isAllowed?: (address: string) => boolean
  /** Limit for all requests together. */
  readonly timeoutMs?: number
  /** Limit for `HEAD` alone. */
  readonly headTimeoutMs?: number
}

const MAX_REDIRECTS = 8
const TIMEOUT_MS = 15_000
const HEAD_TIMEOUT_MS = 5_000
const MAX_HEADER_BYTES = 32 * 1024
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Requests an address that somebody wrote down, and follows its redirects: over http and https, to hosts of the
 * internet only, without cookies or credentials. Bodies are not read.
 *
 * @throws the signal's reason when it fires; other failures are results.
 */
export async function probeAddress(address: string, options: ProbeOptions): Promise<Probe> {
  const { signal, own, timeoutMs = TIMEOUT_MS } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = { ...options, signal: AbortSignal.any([signal, timeout]) }
  const started = performance.now()
  let url = new URL(address)
  let isOwn = url.origin === own
  let status: number | null = null
  let redirects = 0
  let problem: ProbeProblem | null = null
  try {
    for (;;) {
      const response = await requestHeaders(url, isOwn ? { ...either, isAllowed: () => true } : either)
      status = response.status
      if (response.location === undefined) break
      if (redirects === MAX_REDIRECTS) {
        status = null
        problem = 'too_many_redirects'
        break
      }
      redirects++
      url = new URL(response.location, url)
      isOwn &&= url.origin === own
    }
  } catch (error) {
    signal.throwIfAborted()
    status = null
    problem = timeout.aborted ? 'too_slow' : problemOf(error)
  }
  return { status, problem, url: url.href, redirects, ms: Math.round(performance.now() - started) }
}

interface Headers {
  readonly status: number
  /** Target of a redirect. */
  readonly location: string | undefined
}

/** Tries `GET` if `HEAD` fails, because some servers ignore `HEAD`. */
async function requestHeaders(url: URL, options: ProbeOptions): Promise<Headers> {
  const timeout = AbortSignal.timeout(options.headTimeoutMs ?? HEAD_TIMEOUT_MS)
  const signal = AbortSignal.any([options.signal, timeout])
  const head = await request(url, 'HEAD', { ...options, signal }).catch(() => undefined)
  return head && head.status < 400 ? head : request(url, 'GET', options)
}

class NotHttpError extends Error {
  readonly code = 'not_http'
}

function request(
  url: URL,
  method: 'HEAD' | 'GET',
  { userAgent, signal, isAllowed = isPublicAddress }: ProbeOptions,
): Promise<Headers> {
  return new Promise((resolve, reject) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NotHttpError(url.protocol)
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) && !isAllowed(host)) throw new AddressNotAllowedError(host)
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = send({
      protocol: url.protocol,
      host,
      port: url.port,
      path: url.pathname + url.search,
      method,
      // A new connection: a kept one might lead to an address that was checked for another request.
      agent: false,
      lookup: lookupAllowed(isAllowed),
      headers: { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    })
    sent.on('error', reject)
    sent.on('response', (response: IncomingMessage) => {
      response.on('error', () => {})
      response.destroy()
      const { statusCode: status = 0, headers } = response
      resolve({ status, location: REDIRECTS.has(status) ? headers.location : undefined })
    })
    sent.end()
  })
}

const TLS_ERROR = /^ERR_(TLS|SSL)|CERT|^EPROTO$|UNABLE_TO_|SELF_SIGNED/

function problemOf(error: unknown): ProbeProblem {
  const { code = '' } = error as { code?: string }
  if (code === 'address_not_allowed' || code === 'not_http') return code
  if (code === 'ERR_INVALID_URL') return 'not_http'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') return 'unknown_host'
  return TLS_ERROR.test(code) ? 'tls' : 'unreachable'
}
