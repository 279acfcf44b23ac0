/** `from <= t < to`, milliseconds since 1970. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}
