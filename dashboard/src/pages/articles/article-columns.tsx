import { DEFINITIONS, type FigureDefinition } from '@half-measure/shared/stats/definitions.ts'
import type { ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { Link } from 'react-router-dom'
import { formatCount, formatDuration, formatPounds, formatShare, NO_FIGURE } from '../../format/number.ts'
import { formatDay } from '../../format/time.ts'
import { type Column, headerOf } from '../../ui/Table.tsx'
import { comparedWithMedian, shareOfReadingTime } from './article-words.ts'

/** @param hrefOf the page of one article. */
export function articleColumns(hrefOf: (path: string) => string): Column<ArticleFigures>[] {
  const figure = (
    id: string,
    defined: FigureDefinition,
    value: (article: ArticleFigures) => number | null,
    format: (value: number) => string,
  ): Column<ArticleFigures> => ({
    id,
    ...headerOf(defined),
    isNumeric: true,
    value,
    render: (article) => {
      const figure = value(article)
      return figure === null ? NO_FIGURE : format(figure)
    },
  })
  const perThousand = (value: number) => value.toFixed(1)
  return [
    {
      id: 'title',
      header: 'Article',
      value: ({ title }) => title,
      render: ({ title, path, category, published }) => (
        <>
          <Link to={hrefOf(path)}>{title}</Link>{' '}
          <span className="note">
            {category}, {formatDay(published)}
          </span>
        </>
      ),
    },
    figure('views', DEFINITIONS.articleViews, ({ views }) => views, formatCount),
    figure('sessions', DEFINITIONS.articleSessions, ({ sessions }) => sessions, formatCount),
    figure('finished', DEFINITIONS.readToTheEnd, finishedShare, formatShare),
    {
      ...figure('engaged', DEFINITIONS.articleEngagedTime, ({ engaged_seconds }) => engaged_seconds, String),
      render: ({ engaged_seconds, engaged_part, read_minutes }) =>
        engaged_seconds === null ? (
          NO_FIGURE
        ) : (
          <>
            {formatDuration(engaged_seconds)}{' '}
            {engaged_part !== null && (
              <span className="note">{shareOfReadingTime(engaged_part, read_minutes)}</span>
            )}
          </>
        ),
    },
    figure(
      'exits',
      { ...DEFINITIONS.articleExits, unit: 'percent' },
      ({ exit_rate }) => exit_rate,
      formatShare,
    ),
    figure(
      'conversion',
      DEFINITIONS.articleConversionRate,
      ({ conversion_rate }) => conversion_rate,
      formatShare,
    ),
    figure(
      'subscriptions',
      perThousandSessions('Sign-ups'),
      ({ per_thousand }) => per_thousand?.subscriptions ?? null,
      perThousand,
    ),
    figure(
      'clicks',
      perThousandSessions('Affiliate clicks'),
      ({ per_thousand }) => per_thousand?.affiliate_clicks ?? null,
      perThousand,
    ),
    figure(
      'value',
      { ...perThousandSessions('Estimated value'), unit: 'gbp' },
      ({ per_thousand }) => per_thousand?.pounds ?? null,
      formatPounds,
    ),
    {
      ...figure(
        'week',
        { ...DEFINITIONS.firstDays, label: 'First week' },
        ({ first }) => first.week?.views ?? null,
        formatCount,
      ),
      render: ({ first: { week } }) =>
        week === null ? (
          NO_FIGURE
        ) : (
          <>
            {formatCount(week.views)} <span className="note">{comparedWithMedian(week)}</span>
          </>
        ),
    },
  ]
}

function perThousandSessions(label: string): FigureDefinition {
  const { definition } = DEFINITIONS.afterReading
  return { label: `${label} / 1,000`, definition: `For 1,000 sessions of the article. ${definition}` }
}

function finishedShare({ sessions, reached }: ArticleFigures): number | null {
  if (sessions === 0) return null
  return reached.find(({ depth }) => depth === 100)?.share ?? null
}
