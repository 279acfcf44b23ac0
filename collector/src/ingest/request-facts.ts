/** What the server knows about a request. The address is used for the country and then forgotten. */
export interface RequestFacts {
  /** Milliseconds since 1970, our clock. */
  readonly receivedAt: number
  readonly userAgent: string
  /** `Sec-Purpose`, or `Purpose` from older browsers; empty where absent. */
  readonly purpose: string
  /** `Sec-CH-UA-Mobile`: `?1`, `?0`, or empty. */
  readonly mobileHint: string
  /** `Sec-CH-UA-Platform` without its quotes; empty where absent. */
  readonly platformHint: string
  readonly clientAddress: string
}
