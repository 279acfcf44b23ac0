/** Units of money are counted in ten-thousandths, as whole numbers: sums are exact. */
const SCALE = 10_000

/** @param text with at most four places, such as `-12.5`. */
export function readDecimal(text: string): bigint {
  const [, sign = '', whole = '', places = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(text) ?? []
  if (whole === '') throw new RangeError(`not a decimal number of four places: ${text}`)
  const units = BigInt(whole) * BigInt(SCALE) + BigInt(places.padEnd(4, '0'))
  return sign === '-' ? -units : units
}

/** The floating-point number nearest to an exact sum. */
export function toNumber(units: bigint): number {
  return Number(units) / SCALE
}
