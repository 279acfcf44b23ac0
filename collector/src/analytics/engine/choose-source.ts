import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import { isKnownOfClosedDays } from './closed-parts.ts'
import type { ClosedStretch } from './closed-stretch.ts'
import { BELONGING } from './event-kinds.ts'
import type { Split } from './ground.ts'
import { measuresOf } from './measures.ts'
import { hasWholeHours, HOUR_MS } from './whole-hours.ts'

/** What a question reads of visits, and why. */
export interface Source {
  /** Whether rolled-up visits may be read. */
  readonly useVisits: boolean
  /** Of so many visits one is looked at; of 1, all of them. */
  readonly oneIn: number
  /** What sums of closed days answer for. */
  readonly closed?: ClosedStretch | undefined
  /** Whether telling visits apart one by one takes long. */
  readonly areMany: boolean
  readonly because: string
}

/** Everything from raw rows. */
export const RAW = { useVisits: false, oneIn: 1, areMany: false } as const

/**
 * Rolled-up rows that a question reads at most before it looks at a share of the visits. What one visit in a hundred has
 * is then right within about three percent. Who filters wants to know more exactly, and waits longer.
 */
const MOST_ROWS = 350_000
const MOST_ROWS_FILTERED = 2_000_000
/** Smaller shares would say little about rare values. */
const SMALLEST_SHARE = 64

/** Rolled-up rows of visits in a range, roughly; and what closed days spare. */
export interface VisitRows {
  readonly all: number
  readonly closed?: { readonly stretch: ClosedStretch; readonly rows: number } | undefined
}

/**
 * Rolled-up visits are kept by hours of UTC: they are right wherever no hour has to be cut. Where they are very many, a
 * share of them stands for all. Where nothing is filtered, days that are over have been added up before.
 */
export function chooseSource(question: Question, split: Split, visitRows: VisitRows): Source {
  const { range, interval, filters, exact, metrics } = question
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
  const isClosable = filters.length === 0 && isKnownOfClosedDays(split, measuresOf(metrics))
  const closed = isClosable ? visitRows.closed : undefined
  const rows = closed ? visitRows.all - closed.rows : visitRows.all
  const about = [
    ...filters.map((filter) => filter.dimension),
    ...(split.by === 'value' ? [split.dimension] : []),
  ]
  const isOfVisits = about.every((one) => BELONGING[one].to === 'visit')
  const oneIn = isOfVisits ? shareOf(rows, filters.length > 0 ? MOST_ROWS_FILTERED : MOST_ROWS) : 1
  const reasons = [
    because,
    ...(closed ? ['days that are over have been added up'] : []),
    ...(oneIn > 1 ? [`one visit in ${oneIn} stands for all of so many`] : []),
  ]
  return {
    useVisits: true,
    oneIn,
    closed: closed?.stretch,
    areMany: rows > MOST_ROWS,
    because: reasons.join('; '),
  }
}

function shareOf(rows: number, most: number): number {
  let oneIn = 1
  while (rows / oneIn > most && oneIn < SMALLEST_SHARE) oneIn *= 2
  return oneIn
}
