import { readArticle } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { ArticleDetail, ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { Link, useParams } from 'react-router-dom'
import { useReport } from '../../api/stats.ts'
import { exploreHref } from '../../filters/value-hrefs.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { type UsedComparison, useComparison } from '../../filters/use-comparison.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import {
  countOf,
  formatCount,
  formatDuration,
  formatPounds,
  formatShare,
  NO_FIGURE,
} from '@half-measure/shared/format-figures.ts'
import { changeOf, deltaOf } from '../../format/metric.ts'
import { formatDay } from '../../format/time.ts'
import { ScopedPage } from '../../layout/ScopedPage.tsx'
import { paths } from '../../paths.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageShares } from '../../ui/PageShares.tsx'
import { fileName } from '../../time/period.ts'
import { FigureList, type NamedFigure, Panel } from '../../ui/Panel.tsx'
import { type Column, figureColumn, noted, Table } from '../../ui/Table.tsx'
import { shareOfReadingTime } from './article-text.ts'
import { LaunchChart } from './LaunchChart.tsx'

/** How far one article was read, for how long, what followed, and where its readers came from and went. */
export function ArticlePage() {
  const { slug = '' } = useParams()
  const scope = useScope()
  const comparison = useComparison(scope)
  const result = useReport(readArticle, scope.period, { params: { slug }, query: comparison.query })
  const article = result.status === 'ready' ? result.data.article : null
  return (
    <ScopedPage
      title={article?.title ?? 'Article'}
      subtitle={article && `${article.category}, by ${article.author}, ${formatDay(article.published)}`}
      scope={scope}
      magazinePage={article?.path}
      tools={
        <>
          {article && <Link to={exploreHref(scope, 'page', article.path)}>Explore this page</Link>}
          <Link to={scope.hrefOf(paths.articles)}>All articles</Link>
        </>
      }
    >
      <Loaded result={result} what="This article" rows={12}>
        {(detail) => (
          <Report {...detail} {...comparison} before={comparison.before(detail)} slug={slug} scope={scope} />
        )}
      </Loaded>
    </ScopedPage>
  )
}

interface ReportProps extends ArticleDetail, Pick<UsedComparison, 'words' | 'days'> {
  /** The same report for the compared range. */
  before: ArticleDetail | null
  slug: string
  scope: UsedScope
}

function Report({ article, previous, next, before, words, days, slug, scope }: ReportProps) {
  const labelOf = useValueLabel()
  const pages = {
    days,
    nameOf: (page: string) => labelOf('page', page),
    hrefOf: (page: string) => scope.hrefOf(paths.journeys, { page }),
  }
  return (
    <div className="stack">
      <Panel title="Reading">
        <FigureList figures={readingFigures(article, before?.article)} />
        {words !== null && <p className="note">{words}</p>}
        <Definitions
          of={[
            METRICS.page_views,
            DEFINITIONS.articleSessions,
            METRICS.engaged_time,
            METRICS.median_engaged_time,
            DEFINITIONS.readingTime,
            DEFINITIONS.articleExits,
            DEFINITIONS.filteredSessions,
          ]}
        />
      </Panel>
      <LaunchChart slug={slug} bots={scope.bots} first={scope.filters.length > 0 ? null : article.first} />
      <div className="grid">
        <Panel title="Scroll depth" note={countOf(article.sessions, 'session')}>
          <Table
            caption="Sessions by how much of the text they reached"
            layout="narrow"
            rows={article.reached}
            keyOf={({ depth }) => String(depth)}
            barOf={({ share }) => share / 100}
            file={fileName('scroll-depth', scope.period)}
            columns={REACHED_COLUMNS}
          />
          <Definitions of={[DEFINITIONS.scrollDepth]} />
        </Panel>
        <Panel title="Outcomes" note="In the same session, after opening it">
          <FigureList figures={outcomeFigures(article, before?.article)} />
          <Definitions of={[DEFINITIONS.articleConversionRate, DEFINITIONS.afterReading]} />
        </Panel>
        <Panel title="Previous page" note="Before the first view in a session">
          <PageShares
            step={previous}
            before={before?.previous}
            ended={NONE_BEFORE}
            {...pages}
            file={fileName('previous-pages', scope.period)}
          />
          <Definitions of={[DEFINITIONS.journeySessions, NEIGHBOURS_END]} />
        </Panel>
        <Panel title="Next page" note="After the first view in a session">
          <PageShares
            step={next}
            before={before?.next}
            ended={NONE_AFTER}
            {...pages}
            file={fileName('next-pages', scope.period)}
          />
          <Definitions of={[DEFINITIONS.journeySessions, NEIGHBOURS_END]} />
        </Panel>
      </div>
    </div>
  )
}

/** Not entries and exits: those differ if a session comes back to a page. */
const [NONE_BEFORE, NONE_AFTER] = ['No page before', 'No page after']
const NEIGHBOURS_END = { ...DEFINITIONS.journeyEnd, label: `${NONE_BEFORE}, ${NONE_AFTER.toLowerCase()}` }

const REACHED_COLUMNS: readonly Column<ArticleFigures['reached'][number]>[] = [
  {
    header: 'Of the text',
    value: ({ depth }) => `${depth}%`,
    render: ({ depth }) => (depth === 100 ? 'To the end' : `${depth}% or more`),
  },
  figureColumn(
    DEFINITIONS.articleSessions,
    ({ sessions }) => sessions,
    (sessions, { share }) => noted(formatCount(sessions), formatShare(share)),
  ),
]

function readingFigures(article: ArticleFigures, before: ArticleFigures | undefined): NamedFigure[] {
  const { views, sessions, engaged_seconds, engaged_part, median_engaged_seconds, read_minutes } = article
  const { exits, exit_rate } = article
  const duration = (seconds: number | null) => (seconds === null ? NO_FIGURE : formatDuration(seconds))
  return [
    {
      label: METRICS.page_views.label,
      value: formatCount(views),
      change: deltaOf('page_views', views, before?.views),
    },
    {
      label: DEFINITIONS.articleSessions.label,
      value: formatCount(sessions),
      change: deltaOf('sessions', sessions, before?.sessions),
    },
    {
      label: METRICS.engaged_time.label,
      value: duration(engaged_seconds),
      change: deltaOf('engaged_time', engaged_seconds, before?.engaged_seconds),
      note: engaged_part === null ? undefined : shareOfReadingTime(engaged_part, read_minutes),
    },
    { label: METRICS.median_engaged_time.label, value: duration(median_engaged_seconds) },
    {
      label: DEFINITIONS.articleExits.label,
      value: formatCount(exits),
      change: changeOf({ unit: 'percent', better: 'neither' }, exit_rate, before?.exit_rate),
      note: exit_rate === null ? undefined : `${formatShare(exit_rate)} of its sessions`,
    },
  ]
}

function outcomeFigures(
  { after_reading, per_thousand, on_page, conversion_rate, goal_sessions, sessions }: ArticleFigures,
  before: ArticleFigures | undefined,
): NamedFigure[] {
  const figure = (
    label: string,
    of: (outcome: typeof after_reading) => number,
    format = formatCount,
    formatRate = (value: number) => value.toFixed(1),
  ): NamedFigure => ({
    label,
    value: format(of(after_reading)),
    change: deltaOf('goals', of(after_reading), before && of(before.after_reading)),
    note: [
      per_thousand && `${formatRate(of(per_thousand))} per 1,000 sessions`,
      `${format(of(on_page))} on the page itself`,
    ]
      .filter(Boolean)
      .join('; '),
  })
  return [
    {
      label: DEFINITIONS.articleConversionRate.label,
      value: conversion_rate === null ? NO_FIGURE : formatShare(conversion_rate),
      change: deltaOf('conversion_rate', conversion_rate, before?.conversion_rate, [
        sessions,
        before?.sessions,
      ]),
      note: `${countOf(goal_sessions, 'session')} with a goal on the page`,
    },
    figure('Sign-ups afterwards', ({ subscriptions }) => subscriptions),
    figure('Affiliate clicks afterwards', ({ affiliate_clicks }) => affiliate_clicks),
    figure('Estimated value afterwards', ({ pounds }) => pounds, formatPounds, formatPounds),
  ]
}
