import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

export interface SecurityHeaderOptions {
  /** `sha256-…` sources of inline scripts that the build made. */
  readonly scriptHashes: readonly string[]
  readonly https: boolean
}

/** What every answer carries. Nothing inline, nothing from elsewhere, no frames. */
export function securityHeaders({ scriptHashes, https }: SecurityHeaderOptions): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // Two years. Over plain http it would be ignored, or lock localhost to https.
    strictTransportSecurity: https ? 'max-age=63072000; includeSubDomains' : false,
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  })
}
