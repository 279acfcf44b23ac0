import { ArticleDetail, type ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { useReport } from '../../api/use-report.ts'
import type { Scope } from '../../filters/use-scope.ts'
import { formatDuration, NO_FIGURE } from '../../format/figure.ts'
import { countOf, formatCount, formatShare } from '../../format/number.ts'
import { formatPounds } from '../../format/pounds.ts'
import { formatDay } from '../../format/range-label.ts'
import { paths } from '../../paths.ts'
import { FigureList, type NamedFigure } from '../../ui/FigureList.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PageShares } from '../../ui/PageShares.tsx'
import { DepthCurve } from './DepthCurve.tsx'
import { partOfReading } from './part-of-reading.ts'
import { againstMedian } from './first-days-words.ts'

interface ArticleReportCardProps {
  slug: string
  scope: Scope
}

/** One article: how far it was read, for how long, what came of it, and where its readers came from and went. */
export function ArticleReportCard({ slug, scope }: ArticleReportCardProps) {
  const report = { name: `articles/${encodeURIComponent(slug)}`, schema: ArticleDetail }
  const answer = useReport(report, scope.period)
  const journey = (page: string) => paths.journeys(scope.queryWith({ own: { page } }))
  return (
    <Figures answer={answer} what="This article" skeleton={<Skeleton rows={12} />}>
      {({ article, previous, next }) => (
        <div className="stack">
          <Panel
            title={article.title}
            note={`${article.category}, by ${article.author}, ${formatDay(article.published)}`}
          >
            <FigureList figures={readingFigures(article)} />
          </Panel>
          <div className="grid">
            <Panel title="How far it was read" note={countOf(article.visits, 'visit')}>
              <DepthCurve reached={article.reached} />
            </Panel>
            <Panel title="What came of it" note="In visits, once they had opened it">
              <FigureList figures={outcomeFigures(article)} />
            </Panel>
            <Panel title="Where readers came from">
              <PageShares step={previous} ended="from outside the magazine" addressOf={journey} />
            </Panel>
            <Panel title="Where they went next">
              <PageShares step={next} ended="left the magazine here" addressOf={journey} />
            </Panel>
          </div>
        </div>
      )}
    </Figures>
  )
}

function readingFigures(article: ArticleFigures): NamedFigure[] {
  const { views, visits, engaged_seconds, engaged_part, read_minutes, exits, exit_rate, first } = article
  const began = (days: { views: number; median: number } | null) =>
    days === null ? NO_FIGURE : formatCount(days.views)
  const beside = (days: { views: number; median: number } | null) =>
    days === null ? 'not over, or not counted from the start' : againstMedian(days)
  return [
    { label: 'Views', value: formatCount(views) },
    { label: 'Visits', value: formatCount(visits) },
    {
      label: 'Engaged time',
      value: engaged_seconds === null ? NO_FIGURE : formatDuration(engaged_seconds),
      note: engaged_part === null ? undefined : partOfReading(engaged_part, read_minutes),
    },
    {
      label: 'Exits',
      value: formatCount(exits),
      note: exit_rate === null ? undefined : `${formatShare(exit_rate)} of its visits`,
    },
    { label: 'First day', value: began(first.day), note: beside(first.day) },
    { label: 'First week', value: began(first.week), note: beside(first.week) },
    { label: 'First month', value: began(first.month), note: beside(first.month) },
  ]
}

function outcomeFigures({ after_reading, per_thousand, on_page }: ArticleFigures): NamedFigure[] {
  const beside = (per: string | undefined, here: string) =>
    `${per === undefined ? '' : `${per} by 1,000 visits; `}${here} on the page itself`
  return [
    {
      label: 'Sign-ups',
      value: formatCount(after_reading.subscriptions),
      note: beside(per_thousand?.subscriptions.toFixed(1), formatCount(on_page.subscriptions)),
    },
    {
      label: 'Affiliate clicks',
      value: formatCount(after_reading.affiliate_clicks),
      note: beside(per_thousand?.affiliate_clicks.toFixed(1), formatCount(on_page.affiliate_clicks)),
    },
    {
      label: 'Value',
      value: formatPounds(after_reading.pounds),
      note: beside(
        per_thousand ? formatPounds(per_thousand.pounds) : undefined,
        formatPounds(on_page.pounds),
      ),
    },
  ]
}
