import type { KnownSession } from './known-sessions.ts'

/** What the dashboard has to say of sessions that a test knows, worked out one by one. */

/** `12`. */
export const count = (things: readonly unknown[]) => String(things.length)

/** Those of a number of days before today. */
export const on = (daysAgo: number) => (session: KnownSession) => session.daysAgo === daysAgo

/** Sessions that converted, in percent. */
export const conversionRate = (sessions: readonly KnownSession[]) =>
  (sessions.filter(({ conversions }) => conversions.length > 0).length / sessions.length) * 100

/** Pounds. */
export const worth = (sessions: readonly KnownSession[]) =>
  sessions.flatMap(({ conversions }) => conversions).reduce((sum, { value }) => sum + value, 0)

/** A change as a card shows it: `+12.5%`, `−0.4 points`. */
export const signed = (change: number, unit: string) =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(1)}${unit}`
