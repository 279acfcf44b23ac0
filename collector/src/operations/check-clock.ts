import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'

/** Longer than an outage, shorter than any retention. */
const MAX_PAUSE_MS = 40 * DAY_MS

const MAX_DIFFERENCE_MS = HOUR_MS

/** What the nightly work deletes depends on the clock alone, and cannot be restored. */
export class ClockNotTrustedError extends Error {
  override name = 'ClockNotTrustedError'
  readonly code = 'clock_not_trusted'
}

/**
 * Compares the clock with the last nightly work and with the clocks of database servers.
 *
 * @param lastRun milliseconds since 1970, if there was one.
 * @param serverTimes reads the servers' clocks, milliseconds since 1970.
 * @throws {ClockNotTrustedError}
 */
export async function checkClock(
  now: number,
  lastRun: number | undefined,
  serverTimes: () => Promise<readonly number[]>,
): Promise<void> {
  const here = new Date(now).toISOString()
  const other = (await serverTimes()).find((at) => Math.abs(at - now) > MAX_DIFFERENCE_MS)
  if (other !== undefined)
    throw new ClockNotTrustedError(
      `The clock here says ${here}, that of a database ${new Date(other).toISOString()}. Correct the wrong one; until then nothing is removed and no night is reconciled.`,
    )
  if (lastRun !== undefined && now - lastRun > MAX_PAUSE_MS)
    throw new ClockNotTrustedError(
      `The clock says ${here}, and the last nightly work was ${Math.floor((now - lastRun) / DAY_MS)} days earlier. If the clock is wrong, correct it. If it is right, run: npm run confirm-clock (operate confirm-clock). Until then nothing is removed and no night is reconciled.`,
    )
}
