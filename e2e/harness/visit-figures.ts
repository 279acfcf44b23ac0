import type { KnownVisit } from './known-visits.ts'

/** What the dashboard has to say of visits that a test knows, worked out one by one. */

/** `12`. */
export const count = (things: readonly unknown[]) => String(things.length)

/** Those of so many days before today. */
export const on = (daysAgo: number) => (visit: KnownVisit) => visit.daysAgo === daysAgo

/** Visits that converted, in percent. */
export const conversionRate = (visits: readonly KnownVisit[]) =>
  (visits.filter(({ conversions }) => conversions.length > 0).length / visits.length) * 100

/** Pounds. */
export const worth = (visits: readonly KnownVisit[]) =>
  visits.flatMap(({ conversions }) => conversions).reduce((sum, { value }) => sum + value, 0)

/** A change as a card shows it: `+12.5%`, `−0.4 pp`. */
export const signed = (change: number, unit: string) =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(1)}${unit}`
