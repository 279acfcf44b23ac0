import type { ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { Link } from 'react-router-dom'
import { formatDuration, NO_FIGURE } from '../../format/figure.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import { formatPounds } from '../../format/pounds.ts'
import { formatDay } from '../../format/range-label.ts'
import type { SortableColumn } from '../../ui/SortableTable.tsx'
import { partOfReading } from './part-of-reading.ts'
import { againstMedian } from './first-days-words.ts'

/** The list of articles, column by column. @param addressOf the room of one article. */
export function articleColumns(addressOf: (path: string) => string): SortableColumn<ArticleFigures>[] {
  return [
    {
      id: 'title',
      header: 'Article',
      value: ({ title }) => title,
      cell: ({ title, path, category, published }) => (
        <>
          <Link to={addressOf(path)}>{title}</Link>
          <span className="entry-facts">
            {category}, {formatDay(published)}
          </span>
        </>
      ),
    },
    { id: 'views', header: 'Views', value: ({ views }) => views, cell: ({ views }) => formatCount(views) },
    {
      id: 'visits',
      header: 'Visits',
      value: ({ visits }) => visits,
      cell: ({ visits }) => formatCount(visits),
    },
    {
      id: 'finished',
      header: 'Read to the end',
      value: finishedShare,
      cell: (article) => shareWords(finishedShare(article)),
    },
    {
      id: 'engaged',
      header: 'Engaged',
      value: ({ engaged_part }) => engaged_part,
      cell: ({ engaged_seconds, engaged_part, read_minutes }) =>
        engaged_seconds === null ? (
          NO_FIGURE
        ) : (
          <>
            {formatDuration(engaged_seconds)}
            {engaged_part !== null && (
              <span className="entry-facts">{partOfReading(engaged_part, read_minutes)}</span>
            )}
          </>
        ),
    },
    {
      id: 'exits',
      header: 'Exits',
      value: ({ exit_rate }) => exit_rate,
      cell: ({ exit_rate }) => shareWords(exit_rate),
    },
    {
      id: 'subscriptions',
      header: 'Sign-ups / 1,000',
      value: ({ per_thousand }) => per_thousand?.subscriptions ?? null,
      cell: ({ per_thousand }) => perThousand(per_thousand?.subscriptions),
    },
    {
      id: 'clicks',
      header: 'Affiliate clicks / 1,000',
      value: ({ per_thousand }) => per_thousand?.affiliate_clicks ?? null,
      cell: ({ per_thousand }) => perThousand(per_thousand?.affiliate_clicks),
    },
    {
      id: 'value',
      header: 'Value / 1,000',
      value: ({ per_thousand }) => per_thousand?.pounds ?? null,
      cell: ({ per_thousand }) => (per_thousand ? formatPounds(per_thousand.pounds) : NO_FIGURE),
    },
    {
      id: 'week',
      header: 'First week',
      value: ({ first }) => first.week?.views ?? null,
      cell: ({ first: { week } }) =>
        week === null ? (
          NO_FIGURE
        ) : (
          <>
            {formatCount(week.views)}
            <span className="entry-facts">{againstMedian(week)}</span>
          </>
        ),
    },
  ]
}

function finishedShare({ visits, reached }: ArticleFigures): number | null {
  if (visits === 0) return null
  return reached.find(({ depth }) => depth === 100)?.share ?? null
}

function shareWords(percent: number | null): string {
  return percent === null ? NO_FIGURE : formatShare(percent)
}

function perThousand(count: number | undefined): string {
  return count === undefined ? NO_FIGURE : count.toFixed(1)
}
