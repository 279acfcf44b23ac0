import { isPrefetch, type RequestHeaders, userAgentOf } from '../platform/http/node-request.ts'

/** What the server knows about a request. The address is used for the country and then discarded. */
export interface RequestMetadata {
  /** Milliseconds since 1970, our clock. */
  readonly receivedAt: number
  readonly userAgent: string
  readonly isPrefetch: boolean
  /** `Sec-CH-UA-Mobile`: `?1`, `?0`, or empty. */
  readonly mobileHint: string
  /** `Sec-CH-UA-Platform` without its quotes; empty where absent. */
  readonly platformHint: string
  readonly clientAddress: string
  /** Its network has sent more than its fair share of events today. */
  readonly exceedsFairShare?: boolean | undefined
}

/** The metadata of a request that arrives now. */
export function requestMetadata(
  headers: RequestHeaders,
  clientAddress: string,
  exceedsFairShare?: boolean,
): RequestMetadata {
  return {
    receivedAt: Date.now(),
    userAgent: userAgentOf(headers),
    isPrefetch: isPrefetch(headers),
    mobileHint: headers['sec-ch-ua-mobile'] ?? '',
    platformHint: (headers['sec-ch-ua-platform'] ?? '').replaceAll('"', ''),
    clientAddress,
    exceedsFairShare,
  }
}
