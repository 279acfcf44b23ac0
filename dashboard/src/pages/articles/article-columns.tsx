import {
  DEFINITIONS,
  type FigureDefinition,
  type FigureUnit,
} from '@half-measure/shared/stats/definitions.ts'
import { METRICS, type MetricDefinition } from '@half-measure/shared/stats/engine/metrics.ts'
import type { ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import {
  formatCount,
  formatDuration,
  formatPounds,
  formatShare,
} from '@half-measure/shared/format-figures.ts'
import { formatDay } from '../../format/time.ts'
import { type Column, figureColumn, noted } from '../../ui/Table.tsx'
import { comparedWithMedian, shareOfReadingTime } from './article-text.ts'

/** The same articles in the compared range. */
interface ComparedArticles {
  articles: readonly ArticleFigures[]
  days: string
}

interface ColumnOptions {
  /** The page of one article. */
  hrefOf: (path: string) => string
  before: ComparedArticles | null
}

export function readingColumns({ hrefOf, before }: ColumnOptions): Column<ArticleFigures>[] {
  const figure = comparedColumn(before)
  return [
    titleColumn(hrefOf),
    figure('views', METRICS.page_views, ({ views }) => views, formatCount),
    figure('sessions', DEFINITIONS.articleSessions, ({ sessions }) => sessions, formatCount),
    figure('finished', METRICS.read_100, finishedShare, formatShare),
    figure(
      'engaged',
      METRICS.engaged_time,
      ({ engaged_seconds }) => engaged_seconds,
      (seconds, { engaged_part, read_minutes }) =>
        noted(
          formatDuration(seconds),
          engaged_part !== null && shareOfReadingTime(engaged_part, read_minutes),
        ),
    ),
    figureColumn(
      METRICS.median_engaged_time,
      ({ median_engaged_seconds }) => median_engaged_seconds,
      formatDuration,
      { id: 'median-engaged' },
    ),
    figure(
      'exits',
      { ...DEFINITIONS.articleExits, unit: 'percent' },
      ({ exit_rate }) => exit_rate,
      formatShare,
      'neither',
    ),
    figureColumn(
      DEFINITIONS.deadEnds,
      ({ dead_ends }) => dead_ends,
      (sessions, article) => {
        const finished = toTheEnd(article)?.sessions ?? 0
        return noted(formatCount(sessions), finished > 0 && formatShare((sessions * 100) / finished))
      },
      { id: 'dead-ends' },
    ),
    figureColumn(
      { ...DEFINITIONS.firstDays, label: 'First week' },
      ({ first }) => first.week?.views ?? null,
      (views, { first: { week } }) => noted(formatCount(views), week && comparedWithMedian(week)),
      { id: 'week' },
    ),
  ]
}

/** How the number of outcomes is written, and their mean for a thousand sessions. */
type OutcomeFormats = readonly [sum: (value: number) => string, mean: (value: number) => string]

/** What sessions did once they had opened an article, on its own page and on others. */
export function outcomeColumns({ hrefOf, before }: ColumnOptions): Column<ArticleFigures>[] {
  const figure = comparedColumn(before)
  const outcome = (
    id: keyof ArticleFigures['leads_to'],
    label: string,
    [formatSum, formatMean]: OutcomeFormats,
    unit: FigureUnit = 'count',
  ) => [
    figure(
      id,
      { ...DEFINITIONS.afterReading, label, unit },
      ({ after_reading }) => after_reading[id],
      (sum, { per_thousand }) =>
        noted(formatSum(sum), per_thousand && `${formatMean(per_thousand[id])} / 1,000`),
    ),
    figure(
      `${id}-other-pages`,
      {
        label: `${label}, other pages / 1,000`,
        definition: `For 1,000 sessions of the article. ${DEFINITIONS.leadsTo.definition}`,
        unit,
      },
      ({ leads_to_per_thousand }) => leads_to_per_thousand?.[id] ?? null,
      formatMean,
    ),
  ]
  const counts: OutcomeFormats = [formatCount, (mean) => mean.toFixed(1)]
  return [
    titleColumn(hrefOf),
    figure('sessions', DEFINITIONS.articleSessions, ({ sessions }) => sessions, formatCount),
    figure(
      'conversion',
      DEFINITIONS.articleConversionRate,
      ({ conversion_rate }) => conversion_rate,
      formatShare,
    ),
    ...outcome('subscriptions', 'Sign-ups', counts),
    ...outcome('affiliate_clicks', 'Affiliate clicks', counts),
    ...outcome('pounds', 'Estimated value', [formatPounds, formatPounds], 'gbp'),
  ]
}

function titleColumn(hrefOf: ColumnOptions['hrefOf']): Column<ArticleFigures> {
  return {
    id: 'title',
    header: 'Article',
    value: ({ title }) => title,
    render: ({ title, path, category, published }) =>
      noted(<Link to={hrefOf(path)}>{title}</Link>, `${category}, ${formatDay(published)}`),
  }
}

/** Makes columns of figures beside the same articles' in the compared range. */
function comparedColumn(before: ComparedArticles | null) {
  const byPath = new Map(before?.articles.map((article) => [article.path, article]))
  return (
    id: string,
    definition: FigureDefinition,
    value: (article: ArticleFigures) => number | null,
    format: (value: number, article: ArticleFigures) => ReactNode,
    better: MetricDefinition['better'] = 'higher',
  ) => {
    const compared = before && {
      days: before.days,
      better,
      value: ({ path }: ArticleFigures) => {
        const article = byPath.get(path)
        return article ? value(article) : null
      },
      sessions: ({ path, sessions }: ArticleFigures) => [sessions, byPath.get(path)?.sessions] as const,
    }
    return figureColumn(definition, value, format, { id, ...(compared && { compared }) })
  }
}

function finishedShare(article: ArticleFigures): number | null {
  return article.sessions === 0 ? null : (toTheEnd(article)?.share ?? null)
}

function toTheEnd({ reached }: ArticleFigures): ArticleFigures['reached'][number] | undefined {
  return reached.find(({ depth }) => depth === 100)
}
