import { RollupsInMotionError } from '../warehouse/clickhouse/rollups.ts'
import type { Ledger } from './ledger.ts'

const DAY_S = 86_400

/**
 * For work that must come to its end though rollups do not settle: their days are made anew later.
 *
 * @param hours their starts, seconds since 1970.
 * @returns what takes the error; it throws any other again.
 */
export function leaveToMender(ledger: Ledger, hours: readonly number[]): (error: unknown) => Promise<void> {
  return async (error) => {
    if (!(error instanceof RollupsInMotionError)) throw error
    await ledger.addStaleDays([...new Set(hours.map((hour) => hour - (hour % DAY_S)))])
  }
}
