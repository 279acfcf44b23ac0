/** The time a question is about. */
export interface Period {
  /** Same key, same period: what caches go by. */
  key: string
  /** The period ends now, so its figures still grow. */
  endsNow: boolean
  /** IANA name of the zone in which days begin. */
  timeZone: string
  /** ISO instants, `from <= t < to`. */
  bounds(now: Date): { from: string; to: string }
}
