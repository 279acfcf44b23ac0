import { DAY_MS } from '../durations.ts'

/**
 * Whether a whole range was counted, where counting began at `since`. The first reader may come late: up to a seventh of
 * the range, a day at most, was counted all the same.
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
