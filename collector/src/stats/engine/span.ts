import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import { dateTime64 } from '../../date-time64.ts'
import { bucketStarts } from '../buckets.ts'
import { hasWholeHours } from './choose-source.ts'
import { type EventKind, timeOf } from './event-kinds.ts'
import type { Params } from './params.ts'

const HOUR_MS = 3_600_000
/** A column of hours or days holds little beyond these, and no event lies there. */
const FIRST_HOUR = Date.UTC(1970, 0, 2)
const LAST_HOUR = Date.UTC(2105, 0, 1)

/** The range of a question, its buckets and its zone, as SQL; and whether bots count. */
export class Span {
  /**
   * Where rolled-up rows may be read, as conditions: the hours that lie in the range, and the raw rows of the rest of it.
   * One of them may be missing.
   */
  readonly pieces: { readonly hours?: string; readonly rest?: string }
  readonly #params: Params
  readonly #range: Question['range']
  readonly #interval: Question['interval']
  readonly #from: string
  readonly #to: string
  #starts: string | undefined
  #zone: string | undefined

  /** @param inHours whether rolled-up hours may be read. */
  constructor({ range, interval }: Question, params: Params, inHours: boolean) {
    this.#params = params
    this.#range = range
    this.#interval = interval
    this.#from = this.#moment(Date.parse(range.from))
    this.#to = this.#moment(Date.parse(range.to))
    this.pieces = inHours ? this.#wholeHours() : { rest: this.holds('views') }
  }

  /** That an event of a kind lies in the range. */
  holds(kind: EventKind): string {
    const time = timeOf(kind)
    return `${time} >= ${this.#from} AND ${time} < ${this.#to}${this.#bots}`
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

  get #bots(): string {
    return this.#range.bots === 'include' ? '' : ' AND is_bot = 0'
  }

  #moment(ms: number): string {
    return this.#params.bind(dateTime64(ms), "DateTime64(3, 'UTC')")
  }
}
