import type { Coverage } from '@half-measure/shared/stats/coverage.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { Link } from 'react-router-dom'
import { readCoverage } from '@half-measure/shared/routes/stats.ts'
import { useReport } from '../../api/stats.ts'
import { intervalFor } from '../../charts/interval.ts'
import { LineChart } from '../../charts/LineChart.tsx'
import { capitalised } from '../../charts/series.ts'
import { formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { bucketLabel, longBucketLabel } from '../../format/time.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { pageHref } from '../../filters/value-hrefs.ts'
import { fileName, type Period } from '../../time/period.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SortedTable } from '../../ui/SortedTable.tsx'
import { type Column, figureColumn, Table } from '../../ui/Table.tsx'
import { useNow } from '../../ui/use-now.ts'

type Point = Coverage['series'][number]
type PageCoverage = Coverage['pages'][number]

const TOP_PAGES = 10

interface CoverageDetailsProps {
  period: Period
  scope: UsedScope
}

/** Coverage over time and by page, and what it does to comparisons. */
export function CoverageDetails({ period, scope }: CoverageDetailsProps) {
  const interval = intervalFor(null, period.days)
  const labelOf = useValueLabel()
  const result = useReport(readCoverage, period, { query: { interval } })
  return (
    <div className="grid">
      <Panel title="Coverage over time">
        <Loaded result={result} what="Coverage over time">
          {({ series }) => <CoverageSeries series={series} interval={interval} period={period} />}
        </Loaded>
      </Panel>
      <Panel title="Coverage by page" note={`The ${TOP_PAGES} most loaded`}>
        <Loaded result={result} what="Coverage by page" rows={TOP_PAGES}>
          {({ pages }) => (
            <SortedTable
              caption={`Coverage of the ${TOP_PAGES} most loaded pages`}
              columns={columnsOf(scope, labelOf)}
              rows={pages.slice(0, TOP_PAGES)}
              keyOf={({ page_path }) => page_path}
              layout="narrow"
              sort={{ by: 'page_loads', descending: true }}
              file={fileName('coverage-by-page', period)}
            />
          )}
        </Loaded>
      </Panel>
      <p className="grid-wide note">{DEFINITIONS.coverageComparison.definition}</p>
    </div>
  )
}

interface CoverageSeriesProps {
  series: readonly Point[]
  interval: Bucket
  period: Period
}

function CoverageSeries({ series, interval, period }: CoverageSeriesProps) {
  const now = useNow().getTime()
  const points = series.filter(({ start }) => Date.parse(start) <= now)
  const values = points.map(({ coverage }) => coverage)
  const titleOf = ({ start }: Point) => capitalised(longBucketLabel(new Date(start), interval))
  const columns: Column<Point>[] = [
    { header: 'Time', value: ({ start }) => start, render: titleOf },
    figureColumn(DEFINITIONS.pageLoads, ({ page_loads }) => page_loads, formatCount),
    figureColumn(DEFINITIONS.coverage, ({ coverage }) => coverage, formatShare),
  ]
  return (
    <figure>
      <div className="chart-box">
        <LineChart
          label="Coverage over time"
          labels={points.map(({ start }) => bucketLabel(new Date(start), interval))}
          values={values}
          lines={[{ className: 'line-whole', values }]}
          formatTick={(value) => `${value}%`}
          describe={(index) => (points[index] ? `${titleOf(points[index])}: ${wordsOf(points[index])}` : '')}
          renderTip={(index) =>
            points[index] && (
              <>
                <p>{titleOf(points[index])}</p>
                <p>{wordsOf(points[index])}</p>
              </>
            )
          }
        />
      </div>
      <figcaption>{rangeWords(points)}</figcaption>
      <details>
        <summary>View as table</summary>
        <Table
          caption="Coverage over time"
          columns={columns}
          rows={points}
          keyOf={({ start }) => start}
          layout="narrow"
          file={fileName(`coverage-by-${interval}`, period)}
        />
      </details>
    </figure>
  )
}

/** The lowest and the highest share. */
function rangeWords(points: readonly Point[]): string {
  const shares = points.flatMap(({ coverage }) => coverage ?? [])
  if (shares.length === 0) return 'No page loads.'
  return `Between ${formatShare(Math.min(...shares))} and ${formatShare(Math.max(...shares))}.`
}

function wordsOf({ coverage, page_loads }: Point): string {
  return coverage === null
    ? 'no page loads'
    : `${formatShare(coverage)} of ${formatCount(page_loads)} page loads`
}

function columnsOf(scope: UsedScope, labelOf: ValueLabel): Column<PageCoverage>[] {
  return [
    {
      id: 'page',
      header: 'Page',
      value: ({ page_path }) => labelOf('page', page_path),
      render: ({ page_path }) => <Link to={pageHref(scope, page_path)}>{labelOf('page', page_path)}</Link>,
    },
    figureColumn({ ...DEFINITIONS.pageLoads, label: 'Loads' }, ({ page_loads }) => page_loads, formatCount, {
      id: 'page_loads',
    }),
    figureColumn({ ...METRICS.page_views, label: 'Views' }, ({ page_views }) => page_views, formatCount, {
      id: 'page_views',
      isMinor: true,
    }),
    figureColumn(DEFINITIONS.coverage, ({ coverage }) => coverage, formatShare, { id: 'coverage' }),
  ]
}
