import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import { bucketStarts } from '../buckets.ts'

const HOUR_MS = 3_600_000

/** Whether rolled-up visits may be read, and why or why not. */
export interface Source {
  readonly useVisits: boolean
  readonly because: string
}

/** Rolled-up visits are kept by hours of UTC: they are right wherever no hour has to be cut. */
export function chooseSource({ range, interval, exact }: Question): Source {
  if (exact) return { useVisits: false, because: 'raw rows were asked for' }
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  if (Math.ceil(from / HOUR_MS) >= Math.floor(to / HOUR_MS))
    return { useVisits: false, because: 'the range has no whole hour' }
  if (interval && bucketStarts(from, to, interval, range.tz).some((start) => start % HOUR_MS !== 0))
    return { useVisits: false, because: `hours of ${range.tz} begin within hours of UTC` }
  const isWhole = from % HOUR_MS === 0 && to % HOUR_MS === 0
  return {
    useVisits: true,
    because: isWhole
      ? 'visits are rolled up by the hour'
      : 'visits are rolled up by the hour; the ends of the range cut hours, and are read from raw rows',
  }
}
