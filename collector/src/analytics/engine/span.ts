import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import { dateTime64 } from '../../date-time64.ts'
import { bucketStarts } from '../buckets.ts'
import type { ClosedStretch } from './closed-stretch.ts'
import { type EventKind, timeOf } from './event-kinds.ts'
import type { Params } from './params.ts'
import { HOUR_MS, hasWholeHours } from './whole-hours.ts'

/** A column of hours or days holds little beyond these, and no event lies there. */
const FIRST_HOUR = Date.UTC(1970, 0, 2)
const LAST_HOUR = Date.UTC(2105, 0, 1)

/** Conditions on rolled-up hours, and on the raw rows of what is left of a range. One of them may be missing. */
export interface Pieces {
  readonly hours?: string
  readonly rest?: string
}

/** The range of a question, its buckets and its zone, as SQL; and whether bots count. */
export class Span {
  /** Where rolled-up rows may be read: the hours that lie in the range, and the rest of it. */
  readonly pieces: Pieces
  /** The same without the stretch that closed days answer for. */
  readonly openPieces: Pieces
  readonly #params: Params
  readonly #range: Question['range']
  readonly #interval: Question['interval']
  readonly #from: string
  readonly #to: string
  readonly #closed: ClosedStretch | undefined
  #starts: string | undefined
  #zone: string | undefined
  #stretchBound: { from: string; to: string; versions: string } | undefined

  /**
   * @param inHours whether rolled-up hours may be read.
   * @param closed what closed days answer for, within the whole hours of the range.
   */
  constructor(
    { range, interval }: Pick<Question, 'range' | 'interval'>,
    params: Params,
    inHours: boolean,
    closed?: ClosedStretch,
  ) {
    this.#params = params
    this.#range = range
    this.#interval = interval
    this.#from = this.#moment(Date.parse(range.from))
    this.#to = this.#moment(Date.parse(range.to))
    this.#closed = closed
    this.pieces = inHours ? this.#wholeHours() : { rest: this.holds('views') }
    this.openPieces = closed ? this.#around(closed) : this.pieces
  }

  /** That an event of a kind lies in the range. */
  holds(kind: EventKind): string {
    const time = timeOf(kind)
    return `${time} >= ${this.#from} AND ${time} < ${this.#to}${this.#bots}`
  }

  /** Whether closed days answer for a part of the range. */
  get usesClosed(): boolean {
    return this.#closed !== undefined
  }

  /** That an event lies in the range, and outside of what closed days answer for. */
  holdsOpen(kind: EventKind): string {
    if (!this.usesClosed) return this.holds(kind)
    const time = timeOf(kind)
    const { from, to } = this.#stretch
    return `${this.holds(kind)} AND (${time} < ${from} OR ${time} >= ${to})`
  }

  /** That a row of `closed_sums` is of visits that lie wholly within the stretch. */
  get sumsHold(): string {
    const { from, to, versions } = this.#stretch
    return `version IN ${versions} AND day >= toDate(${from}) AND day <= toDate(${to})
      AND first_hour >= ${from} AND last_hour < ${to}${this.#bots}`
  }

  /**
   * That a row of `closed_visits_1h` lies within the stretch, and no sum stands for it.
   *
   * @param isCut whether visits are cut at buckets, and those within one bucket have sums.
   */
  rowsHold(isCut: boolean): string {
    const { from, to, versions } = this.#stretch
    const isAcross = `first_hour < ${from} OR last_hour >= ${to}`
    // Where nothing is cut, those across are near the ends, and the key finds them.
    const noSum = isCut
      ? `${isAcross} OR NOT (${this.isUncut})`
      : `(day <= toDate(${from}) OR day >= toDate(${to}) - 1) AND (${isAcross})`
    return `version IN ${versions} AND hour >= ${from} AND hour < ${to}
      AND (is_simple = 0 OR is_simple = 1 AND (${noSum}))${this.#bots}`
  }

  /** That visits of a row of `closed_sums` lie within one bucket. */
  get isUncut(): string {
    return `${this.bucketOf(msOf('first_hour'))} = ${this.bucketOf(msOf('last_hour'))}`
  }

  /** The start of the bucket of a moment, as text: both in milliseconds since 1970. */
  bucketOf(ms: string): string {
    if (!this.#interval) throw new Error('a question without an interval has no buckets')
    const { from, to, tz } = this.#range
    this.#starts ??= this.#params.bind(
      bucketStarts(Date.parse(from), Date.parse(to), this.#interval, tz),
      'Array(Int64)',
    )
    return `toString(roundDown(${ms}, ${this.#starts}))`
  }

  /** `1-00` to `7-23`, Monday first, on the clocks of the zone. */
  hourOfWeek(time: string): string {
    this.#zone ??= this.#params.bind(this.#range.tz, 'String')
    const [day, hour] = [`toDayOfWeek(${time}, 0, ${this.#zone})`, `toHour(${time}, ${this.#zone})`]
    return `concat(toString(${day}), '-', leftPad(toString(${hour}), 2, '0'))`
  }

  /** Whether the hours of the zone are hours of UTC as well, all over the range. */
  get hasWholeHours(): boolean {
    return hasWholeHours(this.#range, 'day')
  }

  #wholeHours(): { hours?: string; rest?: string } {
    const from = Math.max(Date.parse(this.#range.from), FIRST_HOUR)
    const to = Math.min(Date.parse(this.#range.to), LAST_HOUR)
    const [first, end] = [Math.ceil(from / HOUR_MS) * HOUR_MS, Math.floor(to / HOUR_MS) * HOUR_MS]
    if (first >= end) return { rest: this.holds('views') }
    const [begins, ends] = [this.#moment(first), this.#moment(end)]
    // The day stands in the key of the table.
    const hours = `toDate(hour) >= toDate(${begins}) AND toDate(hour) <= toDate(${ends})
      AND hour >= ${begins} AND hour < ${ends}${this.#bots}`
    const rest = [
      ...(from < first ? [`created_at >= ${this.#from} AND created_at < ${begins}`] : []),
      ...(end < to ? [`created_at >= ${ends} AND created_at < ${this.#to}`] : []),
    ]
    return rest.length === 0 ? { hours } : { hours, rest: `(${rest.join(' OR ')})${this.#bots}` }
  }

  #around({ from, to }: ClosedStretch): Pieces {
    const { hours, rest } = this.pieces
    const { from: begins, to: ends } = this.#stretch
    const [first, end] = [
      Math.ceil(Date.parse(this.#range.from) / HOUR_MS) * HOUR_MS,
      Math.floor(Date.parse(this.#range.to) / HOUR_MS) * HOUR_MS,
    ]
    const isAllClosed = from <= first && to >= end
    const open = `${hours} AND (toDate(hour) <= toDate(${begins}) AND hour < ${begins}
      OR toDate(hour) >= toDate(${ends}) AND hour >= ${ends})`
    return { ...(!isAllClosed && { hours: open }), ...(rest !== undefined && { rest }) }
  }

  get #stretch(): { from: string; to: string; versions: string } {
    if (!this.#closed) throw new Error('no closed days answer for a part of this question')
    const { from, to, versions } = this.#closed
    this.#stretchBound ??= {
      from: this.#hour(from),
      to: this.#hour(to),
      versions: this.#params.bind(versions, 'Array(UInt64)'),
    }
    return this.#stretchBound
  }

  #hour(ms: number): string {
    return this.#params.bind(dateTime64(ms).slice(0, 19), "DateTime('UTC')")
  }

  get #bots(): string {
    return this.#range.bots === 'include' ? '' : ' AND is_bot = 0'
  }

  #moment(ms: number): string {
    return this.#params.bind(dateTime64(ms), "DateTime64(3, 'UTC')")
  }
}

/** An hour of a rolled-up row in milliseconds since 1970. */
export function msOf(hour: string): string {
  return `toInt64(toUnixTimestamp(${hour})) * 1000`
}
