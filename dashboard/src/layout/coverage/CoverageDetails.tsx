import { readCoverage } from '@half-measure/shared/routes/coverage.ts'
import type { Coverage, Covered } from '@half-measure/shared/stats/coverage.ts'
import { COVERAGE_DEFINITIONS } from '@half-measure/shared/stats/coverage-definitions.ts'
import { DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { countOf, formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { Link } from 'react-router-dom'
import { filterParams, useReport } from '../../api/stats.ts'
import { intervalFor } from '../../charts/interval.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { exploreHref, pageHref, type ScopeLinks } from '../../filters/value-hrefs.ts'
import { fileName, type Period } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SortedTable } from '../../ui/SortedTable.tsx'
import { type Column, figureColumn } from '../../ui/Table.tsx'
import { BannerAnswers } from './BannerAnswers.tsx'
import { ShareSeries } from './ShareSeries.tsx'

const TOP = 10
const TABLE_FIGURES = [COVERAGE_DEFINITIONS.pageLoads, METRICS.page_views, COVERAGE_DEFINITIONS.coverage]

interface CoverageDetailsProps {
  period: Period
  /** Filters that page loads have. */
  filters: readonly Filter[]
  scope: ScopeLinks
}

/** Coverage over time, by page and by country, how banners were answered, and what it does to comparisons. */
export function CoverageDetails({ period, filters, scope }: CoverageDetailsProps) {
  const interval = intervalFor(null, period.days)
  const labelOf = useValueLabel()
  const query = filterParams(filters)
  query.set('interval', interval)
  const result = useReport(readCoverage, period, { query })
  const series = { period, interval }
  return (
    <div className="grid">
      <Panel title="Coverage over time">
        <Loaded result={result} what="Coverage over time">
          {(coverage) => (
            <ShareSeries
              {...series}
              counted_since={coverage.counted_since}
              title="Coverage over time"
              points={coverage.series}
              share={{ of: COVERAGE_DEFINITIONS.coverage, value: (point) => point.coverage }}
              whole={{ of: COVERAGE_DEFINITIONS.pageLoads, value: (point) => point.page_loads }}
              file="coverage"
            />
          )}
        </Loaded>
        <Definitions of={[COVERAGE_DEFINITIONS.coverage, COVERAGE_DEFINITIONS.pageLoads]} />
      </Panel>
      <Panel title="Consent banners" note="Shown to readers who had not chosen">
        <Loaded result={result} what="Consent banners">
          {(coverage) => <BannerAnswers {...coverage} {...series} />}
        </Loaded>
        <Definitions
          of={[
            COVERAGE_DEFINITIONS.bannersShown,
            COVERAGE_DEFINITIONS.bannersAccepted,
            COVERAGE_DEFINITIONS.bannersRejected,
            COVERAGE_DEFINITIONS.bannersIgnored,
            COVERAGE_DEFINITIONS.bannerAcceptance,
          ]}
        />
      </Panel>
      {(['page', 'country'] as const).map((by) => (
        <Panel key={by} title={`Coverage by ${by}`} note={LISTS[by].note}>
          <Loaded result={result} what={`Coverage by ${by}`} rows={TOP}>
            {(coverage) => {
              const rows = LISTS[by].rows(coverage)
              return (
                <SortedTable
                  caption={LISTS[by].caption}
                  columns={[nameColumn(by, scope, labelOf), ...FIGURES]}
                  rows={rows.slice(0, TOP)}
                  keyOf={({ key }) => key}
                  layout="narrow"
                  sort={{ by: 'page_loads', descending: true }}
                  fileRows={rows}
                  file={fileName(`coverage-by-${by}`, period)}
                />
              )
            }}
          </Loaded>
          <Definitions of={TABLE_FIGURES} />
        </Panel>
      ))}
      <div className="grid-wide stack note">
        <p>{COVERAGE_DEFINITIONS.comparison.definition}</p>
        {result.status === 'ready' && (
          <p>
            Self-declared bots loaded pages {countOf(result.data.totals.bot_loads, 'time')}; they are in none
            of these figures.
          </p>
        )}
        <Definitions of={[COVERAGE_DEFINITIONS.botLoads]} />
      </div>
    </div>
  )
}

interface Row extends Covered {
  key: string
}

const LISTS = {
  page: {
    note: `The ${TOP} most loaded`,
    caption: `Coverage of the ${TOP} most loaded pages`,
    rows: ({ pages }: Coverage): Row[] => pages.map((row) => ({ ...row, key: row.page_path })),
    hrefOf: pageHref,
  },
  country: {
    note: `The ${TOP} with most loads`,
    caption: `Coverage of the ${TOP} countries with most page loads`,
    rows: ({ countries }: Coverage): Row[] => countries.map((row) => ({ ...row, key: row.country })),
    hrefOf: (scope: ScopeLinks, country: string) => exploreHref(scope, 'country', country),
  },
}

function nameColumn(by: keyof typeof LISTS, scope: ScopeLinks, labelOf: ValueLabel): Column<Row> {
  return {
    id: by,
    header: DIMENSIONS[by],
    value: ({ key }) => labelOf(by, key),
    render: ({ key }) => <Link to={LISTS[by].hrefOf(scope, key)}>{labelOf(by, key)}</Link>,
  }
}

const FIGURES: Column<Covered>[] = [
  figureColumn({ ...COVERAGE_DEFINITIONS.pageLoads, label: 'Loads' }, (row) => row.page_loads, formatCount, {
    id: 'page_loads',
  }),
  figureColumn({ ...METRICS.page_views, label: 'Views' }, (row) => row.page_views, formatCount, {
    id: 'page_views',
    isMinor: true,
  }),
  figureColumn(COVERAGE_DEFINITIONS.coverage, (row) => row.coverage, formatShare, { id: 'coverage' }),
]
