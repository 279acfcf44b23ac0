/**
 * lnΓ(x) for x > 0, to about 1e-14: the argument is shifted to 15 or more, then Stirling's series with five terms
 * (Abramowitz and Stegun 6.1.41).
 */
export function logGamma(x: number): number {
  let shift = 0
  let at = x
  for (; at < 15; at++) shift += Math.log(at)
  const inverse = 1 / at
  const square = inverse * inverse
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift
}

/**
 * The upper regularised incomplete gamma function Q(a, x), 0 to 1: never as 1 - P where P is near 1, so that small
 * probabilities keep their digits. Series for x < a + 1, else Lentz's continued fraction (Abramowitz and Stegun 6.5.29
 * and 6.5.31).
 *
 * @param a above 0. @param x 0 or more.
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  if (x === Infinity) return 0
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x)
}

const PRECISION = 1e-16
const MAX_TERMS = 10_000

function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n < MAX_TERMS && term > sum * PRECISION; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

function upperFraction(a: number, x: number): number {
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < MAX_TERMS; n++) {
    const step = -n * (n - a)
    b += 2
    d = 1 / orTiny(step * d + b)
    c = orTiny(b + step / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < PRECISION * 10) break
  }
  return fraction

  function orTiny(value: number): number {
    return Math.abs(value) < tiny ? tiny : value
  }
}
