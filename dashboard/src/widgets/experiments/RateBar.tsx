interface RateBarProps {
  rate: number
  /** Its 95 % interval. */
  interval: readonly [number, number]
  /** Of all variants: the end of the scale. */
  highest: number
}

/** A rate with its interval on the scale of its neighbours; the figures stand beside it. */
export function RateBar({ rate, interval: [low, high], highest }: RateBarProps) {
  const at = (value: number) => (highest > 0 ? Math.max(value, 0) / highest : 0) * 100
  return (
    <svg className="rate-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1="4" y2="4" className="rate-bar-scale" />
      <line x1={at(low)} x2={at(high)} y1="4" y2="4" className="rate-bar-interval" />
      <line x1={at(rate)} x2={at(rate)} y1="0" y2="8" className="rate-bar-rate" />
    </svg>
  )
}
