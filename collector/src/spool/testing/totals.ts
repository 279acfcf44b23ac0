import { noTotals, sumOfParts, type Totals } from '../totals.ts'

/** Totals in which nothing was forgotten: what was received became one of these. */
export function totalsOf(parts: Partial<Totals>): Totals {
  const totals = { ...noTotals(), ...parts }
  return { ...totals, received: sumOfParts(totals) }
}

/** What an append of so many rows says of their arrival. */
export function arrivalOf(rows: number): Totals {
  return { ...noTotals(), received: rows }
}
