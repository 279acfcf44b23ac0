import { DAY_MS } from '../durations.ts'

/**
 * Whether a whole range was counted if counting began at `since`. The first reader may come late: a gap of less than
 * a seventh of the range, and less than a day, does not matter.
 *
 * @param since milliseconds since 1970; undefined where nothing was counted yet.
 */
export function wasCounted(
  range: { readonly from: string; readonly to: string },
  since: number | undefined,
): boolean {
  if (since === undefined) return false
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  return since - from < Math.min((to - from) / 7, DAY_MS)
}
