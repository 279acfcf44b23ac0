import type { Bucket, Question } from '@half-measure/shared/stats/engine/question.ts'
import { bucketStarts } from '../buckets.ts'

export const HOUR_MS = 3_600_000

/** Whether the buckets of a range begin with hours of UTC. */
export function hasWholeHours({ from, to, tz }: Question['range'], interval: Bucket): boolean {
  const starts = bucketStarts(Date.parse(from), Date.parse(to), interval, tz)
  return starts.every((start) => start % HOUR_MS === 0)
}
