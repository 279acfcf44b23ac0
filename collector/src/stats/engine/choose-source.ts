import type { Bucket, Question } from '@half-measure/shared/stats/engine/question.ts'
import { bucketStarts } from '../buckets.ts'
import { BELONGING } from './event-kinds.ts'

const HOUR_MS = 3_600_000

/** What a question reads of visits, and why. */
export interface Source {
  /** Whether rolled-up visits may be read. */
  readonly useVisits: boolean
  /** Of so many visits one is looked at; of 1, all of them. */
  readonly oneIn: number
  readonly because: string
}

/** Everything from raw rows. */
export const RAW = { useVisits: false, oneIn: 1 } as const

/**
 * Rolled-up rows that a question reads at most before it looks at a share of the visits. What one visit in a hundred has
 * is then right within about three percent. Who filters wants to know more exactly, and waits longer.
 */
export const MOST_ROWS = 350_000
const MOST_ROWS_FILTERED = 2_000_000
/** Smaller shares would say little about rare values. */
const SMALLEST_SHARE = 64

/**
 * Rolled-up visits are kept by hours of UTC: they are right wherever no hour has to be cut. Where they are very many, a
 * share of them stands for all.
 *
 * @param visitRows how many rolled-up rows lie in the range, roughly.
 */
export function chooseSource(
  { range, interval, filters, dimension, exact }: Question,
  visitRows: number,
): Source {
  const raw = (because: string) => ({ ...RAW, because })
  if (exact) return raw('raw rows were asked for')
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  if (Math.ceil(from / HOUR_MS) >= Math.floor(to / HOUR_MS)) return raw('the range has no whole hour')
  if (interval && !hasWholeHours(range, interval))
    return raw(`hours of ${range.tz} begin within hours of UTC`)
  const isWhole = from % HOUR_MS === 0 && to % HOUR_MS === 0
  const because = isWhole
    ? 'visits are rolled up by the hour'
    : 'visits are rolled up by the hour; the ends of the range cut hours, and are read from raw rows'
  const about = [...filters.map((filter) => filter.dimension), ...(dimension ? [dimension] : [])]
  if (about.some((one) => BELONGING[one].to !== 'visit')) return { useVisits: true, oneIn: 1, because }
  const oneIn = shareOf(visitRows, filters.length > 0 ? MOST_ROWS_FILTERED : MOST_ROWS)
  if (oneIn === 1) return { useVisits: true, oneIn, because }
  return { useVisits: true, oneIn, because: `${because}; one visit in ${oneIn} stands for all of so many` }
}

/** Whether the buckets of a range begin with hours of UTC. */
export function hasWholeHours({ from, to, tz }: Question['range'], interval: Bucket): boolean {
  const starts = bucketStarts(Date.parse(from), Date.parse(to), interval, tz)
  return starts.every((start) => start % HOUR_MS === 0)
}

function shareOf(rows: number, most: number): number {
  let oneIn = 1
  while (rows / oneIn > most && oneIn < SMALLEST_SHARE) oneIn *= 2
  return oneIn
}
