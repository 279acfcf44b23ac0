import type { ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { Link } from 'react-router-dom'
import { formatCount, formatDuration, formatPounds, formatShare, NO_FIGURE } from '../../format/number.ts'
import { formatDay } from '../../format/time.ts'
import type { Column } from '../../ui/Table.tsx'
import { comparedWithMedian, shareOfReadingTime } from './article-words.ts'

/** @param hrefOf the page of one article. */
export function articleColumns(hrefOf: (path: string) => string): Column<ArticleFigures>[] {
  const figure = (
    id: string,
    header: string,
    value: (article: ArticleFigures) => number | null,
    format: (value: number) => string,
  ): Column<ArticleFigures> => ({
    id,
    header,
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
    figure('views', 'Views', ({ views }) => views, formatCount),
    figure('sessions', 'Sessions', ({ sessions }) => sessions, formatCount),
    figure('finished', 'Read to the end', finishedShare, formatShare),
    {
      ...figure('engaged', 'Engaged time', ({ engaged_part }) => engaged_part, String),
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
    figure('exits', 'Exits', ({ exit_rate }) => exit_rate, formatShare),
    figure('conversion', 'Conversion rate', ({ conversion_rate }) => conversion_rate, formatShare),
    figure(
      'subscriptions',
      'Sign-ups / 1,000',
      ({ per_thousand }) => per_thousand?.subscriptions ?? null,
      perThousand,
    ),
    figure(
      'clicks',
      'Affiliate clicks / 1,000',
      ({ per_thousand }) => per_thousand?.affiliate_clicks ?? null,
      perThousand,
    ),
    figure(
      'value',
      'Estimated value / 1,000',
      ({ per_thousand }) => per_thousand?.pounds ?? null,
      formatPounds,
    ),
    {
      ...figure('week', 'First week', ({ first }) => first.week?.views ?? null, formatCount),
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

function finishedShare({ sessions, reached }: ArticleFigures): number | null {
  if (sessions === 0) return null
  return reached.find(({ depth }) => depth === 100)?.share ?? null
}
