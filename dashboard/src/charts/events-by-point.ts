import type { Annotations } from '@half-measure/shared/workspace/annotation.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { startOfDay, type Day } from '../time/day.ts'

/** Events by the index of their bucket, in the order of the days, from the first bucket on. */
export function eventsByPoint(
  { notes, published }: Annotations,
  starts: readonly Date[],
): Map<number, string[]> {
  const events = [
    ...published.map(({ day, title }) => ({ day, text: `Published: ${title}` })),
    ...notes.map(({ day, text }) => ({ day, text })),
  ].toSorted((a, b) => a.day.localeCompare(b.day))
  const byPoint = new Map<number, string[]>()
  for (const { day, text } of events) {
    const at = startOfDay(day as Day, publication.timeZone).getTime()
    const index = starts.findLastIndex((start) => start.getTime() <= at)
    if (index >= 0) byPoint.set(index, [...(byPoint.get(index) ?? []), text])
  }
  return byPoint
}
