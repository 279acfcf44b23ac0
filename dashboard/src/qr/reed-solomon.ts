/**
 * Arithmetic with bytes as polynomials over two values, modulo x⁸ + x⁴ + x³ + x² + 1, as ISO/IEC 18004 has it: adding
 * is exclusive or.
 */
const MODULUS = 0x11d

export function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product <<= 1
    if (product & 0x100) product ^= MODULUS
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** The bytes that, behind the given ones, let a reader mend half as many. */
export function correctionOf(data: readonly number[], count: number): number[] {
  const divisor = generator(count)
  const remainder = Array.from({ length: count }, () => 0)
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() ?? 0)
    remainder.push(0)
    for (const [index, coefficient] of divisor.entries())
      remainder[index] = (remainder[index] ?? 0) ^ multiply(coefficient, factor)
  }
  return remainder
}

/** Coefficients of (x − 2⁰)(x − 2¹) … below the leading one, highest first. */
function generator(degree: number): number[] {
  let coefficients = [1]
  let root = 1
  for (let i = 0; i < degree; i++) {
    const shifted = [...coefficients, 0]
    coefficients = shifted.map((value, index) => value ^ multiply(coefficients[index - 1] ?? 0, root))
    root = multiply(root, 2)
  }
  return coefficients.slice(1)
}
