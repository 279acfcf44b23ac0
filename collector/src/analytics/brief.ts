import type { Brief, ComparedDay } from '@half-measure/shared/stats/brief.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { OUT_BEFORE_DATE } from './articles/first-days.ts'
import { dayAt, startOfDay } from './local-day.ts'
import type { Statistics } from './statistics.ts'

const WEEKS_BEFORE = 4
/** Standard deviations of a random count. */
const OUT_OF_THE_USUAL = 3

/** Sessions of a day, in all and by the values of a dimension. */
interface DayCounts {
  /** Whether everything that arrived before its end is counted. */
  readonly isComplete: boolean
  readonly total: number
  readonly by: ReadonlyMap<string, number>
}

/** What an editor should know about yesterday. @param now milliseconds since 1970. */
export async function brief(
  { engine, articles }: Pick<Statistics, 'engine' | 'articles'>,
  now: number,
  signal: AbortSignal,
): Promise<Brief> {
  const yesterday = dayAt(now).subtract({ days: 1 })
  const days = Array.from({ length: WEEKS_BEFORE + 1 }, (_, weeks) => yesterday.subtract({ weeks }))
  const countsBy = (dimension: 'channel' | 'page') =>
    Promise.all(days.map((day) => countDay({ engine }, dimension, day, signal)))
  const [byChannel, byPage] = await Promise.all([countsBy('channel'), countsBy('page')])
  const firstDay = days.at(-1)?.toString() ?? ''
  const channels = new Set(byChannel.flatMap(({ by }) => [...by.keys()]))
  // A day whose events are still being loaded would be blamed for having too few.
  const complete = [byChannel[0], byPage[0]].every((counts) => counts?.isComplete)
  const hasUsual = (counts: readonly DayCounts[]) => complete && isCounted(counts)
  return {
    day: yesterday.toString(),
    complete,
    total: compare(
      byChannel.map(({ total }) => total),
      hasUsual(byChannel),
    ),
    article: mostNotable(
      articles.map(({ path, title, published }) => ({
        path,
        title,
        ...compare(
          byPage.map(({ by }) => by.get(path) ?? 0),
          // Articles that were not yet out on some of the days have no usual range. Some are out before their date.
          (published <= firstDay || isReadDaily(byPage, path)) && hasUsual(byPage),
        ),
      })),
    ),
    channel: mostNotable(
      [...channels].map((channel) => ({
        channel,
        ...compare(
          byChannel.map(({ by }) => by.get(channel) ?? 0),
          hasUsual(byChannel),
        ),
      })),
    ),
  }
}

async function countDay(
  { engine }: Pick<Statistics, 'engine'>,
  dimension: 'channel' | 'page',
  day: Temporal.PlainDate,
  signal: AbortSignal,
): Promise<DayCounts> {
  const startOf = (later: number) => new Date(startOfDay(day, later)).toISOString()
  const [from, to] = [startOf(0), startOf(1)]
  const { rows, totals, provenance } = await engine.run(
    StatsQuery.parse({
      range: { from, to },
      metrics: ['sessions'],
      dimension,
      limit: 1_000,
    }),
    signal,
  )
  return {
    isComplete: Date.parse(provenance.as_of) >= Date.parse(to),
    total: totals.figures.sessions ?? 0,
    by: new Map(rows.map(({ key, figures }) => [key, figures.sessions ?? 0])),
  }
}

/** Whether an article was read on each of the earlier days. */
function isReadDaily([, ...before]: readonly DayCounts[], path: string): boolean {
  return before.every(({ by }) => (by.get(path) ?? 0) >= OUT_BEFORE_DATE)
}

/** Whether sessions were counted on each of the earlier days. */
function isCounted([, ...before]: readonly DayCounts[]): boolean {
  return before.every(({ total }) => total > 0)
}

/** @param counts of yesterday and of the days before. @param hasUsual false if the earlier days allow no comparison. */
export function compare(
  [sessions = 0, ...before]: readonly number[],
  hasUsual = before.every((count) => count > 0),
): ComparedDay {
  if (!hasUsual) return { sessions, usual: null, stands_out: null }
  const usual = { fewest: Math.min(...before), most: Math.max(...before) }
  return { sessions, usual, stands_out: sideOf(sessions, usual) }
}

/** A trend, or days that vary more than chance has it, widen the range by as much again. */
function sideOf(
  sessions: number,
  { fewest, most }: { fewest: number; most: number },
): 'above' | 'below' | null {
  const width = most - fewest
  if (sessions > most + width + OUT_OF_THE_USUAL * deviationOf(most)) return 'above'
  return sessions < fewest - width - OUT_OF_THE_USUAL * deviationOf(fewest) ? 'below' : null
}

/** Standard deviation of a random count (Poisson); 0 counts as 1. */
function deviationOf(count: number): number {
  return Math.sqrt(Math.max(count, 1))
}

/** The entry furthest outside its usual range, else the one with the most sessions; null if none has any. */
export function mostNotable<T extends ComparedDay>(compared: readonly T[]): T | null {
  const [first] = compared.toSorted((a, b) => distanceOf(b) - distanceOf(a) || b.sessions - a.sessions)
  return first === undefined || (first.sessions === 0 && first.stands_out === null) ? null : first
}

/** Sessions outside the usual range. */
function distanceOf({ sessions, usual, stands_out }: ComparedDay): number {
  if (!usual || stands_out === null) return 0
  return stands_out === 'above' ? sessions - usual.most : usual.fewest - sessions
}
