import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { Answer, Figures } from '@half-measure/shared/stats/engine/answer.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { Question } from '@half-measure/shared/stats/engine/question.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { z } from 'zod'
import type { ReportWeek } from './report-week.ts'

/** Figures about readers, as the statistics have them. */
export type AskFigures = (question: Question) => Promise<Answer>

/** What there is to tell of a week. */
export interface WeeklyFigures {
  readonly week: ReportWeek
  readonly totals: Figures
  /** Of the week before. */
  readonly before: Figures
  readonly articles: readonly Ranked[]
  readonly channels: readonly Ranked[]
  readonly conversions: readonly Ranked[]
  /** Undefined while the tables do not answer. */
  readonly delivery: Delivery | undefined
}

/** A value of a dimension, and how often. */
export interface Ranked {
  readonly name: string
  readonly count: number
}

/** The figures of the letter, in its order. */
export const REPORTED = [
  'sessions',
  'page_views',
  'engaged_time',
  'conversions',
  'conversion_rate',
  'revenue',
] as const satisfies readonly Metric[]

interface Sources {
  readonly ask: AskFigures
  readonly delivery: () => Promise<Delivery>
  readonly articles: readonly ListedArticle[]
}

/** What the letter of a week tells. */
export async function weeklyFigures(
  { ask, delivery, articles }: Sources,
  week: ReportWeek,
): Promise<WeeklyFigures> {
  const about = (more: Partial<z.input<typeof Question>>) =>
    ask(
      Question.parse({
        range: { from: week.from, to: week.to, tz: publication.timeZone },
        metrics: ['sessions'],
        limit: 5,
        ...more,
      }),
    )
  const [totals, pages, channels, conversions, account] = await Promise.all([
    about({ metrics: [...REPORTED], compare: 'previous' }),
    about({
      dimension: 'page',
      filters: [{ operator: 'contains', dimension: 'page', values: ['/articles/'] }],
    }),
    about({ dimension: 'channel' }),
    about({ dimension: 'event_type', metrics: ['conversions'] }),
    delivery().catch(() => undefined),
  ])
  const titles = new Map(articles.map(({ path, title }) => [path, title]))
  return {
    week,
    totals: totals.totals.figures,
    before: totals.totals.compared ?? {},
    articles: ranked(pages, 'sessions').map((page) => ({
      ...page,
      name: titles.get(page.name) ?? page.name,
    })),
    channels: ranked(channels, 'sessions'),
    conversions: ranked(conversions, 'conversions'),
    delivery: account,
  }
}

function ranked({ rows }: Answer, metric: Metric): Ranked[] {
  return rows.map(({ key, figures }) => ({ name: key, count: figures[metric] ?? 0 }))
}
