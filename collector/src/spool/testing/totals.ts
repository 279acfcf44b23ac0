import { noTotals, sumOfParts, type Totals } from '../totals.ts'

/** Totals in which nothing was forgotten: what was received became one of these. */
export function totalsOf(parts: Partial<Totals>): Totals {
  const totals = { ...noTotals(), ...parts }
  return { ...totals, received: sumOfParts(totals) }
}
