import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { PeriodPicker } from '../../filters/PeriodPicker.tsx'
import { ComparisonPicker } from '../../filters/ComparisonPicker.tsx'
import { readChoice } from '../../filters/scope.ts'
import { useComparison } from '../../filters/use-comparison.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { LIVE, useStats } from '../../api/stats.ts'
import { countedSince, onlyCounted } from '../../charts/counted-since.ts'
import { intervalFor } from '../../charts/interval.ts'
import { SeriesFigure } from '../../charts/SeriesFigure.tsx'
import { CoverageLine } from '../../layout/coverage/CoverageLine.tsx'
import { Page } from '../../layout/Page.tsx'
import { paths } from '../../paths.ts'
import { Problems } from '../../ui/Alert.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Freshness } from './Freshness.tsx'
import { ConversionTypes, TopElements, TopPages } from './RankedLists.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { BotsNote, SummaryCards } from './Summary.tsx'
import { VariantShares } from './VariantShares.tsx'

// Not one of the specified figures, which do not wait for it.
const Yesterday = lazy(async () => ({ default: (await import('./Yesterday.tsx')).Yesterday }))

const ImportedHistory = lazy(async () => ({
  default: (await import('../../imported/ImportedHistory.tsx')).ImportedHistory,
}))

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'clicks', label: 'Click Analysis' },
  { id: 'conversions', label: 'Conversions' },
  { id: 'experiments', label: 'A/B Tests' },
] as const
type Tab = (typeof TABS)[number]['id']

/** The specified page: its labels, figures and default range are the specification's. */
export function OverviewPage() {
  const scope = useScope('rolling')
  const { period, params, change } = scope
  const comparison = useComparison({ ...scope, filters: [] })
  const problems = [...scope.problems]
  const tab = readChoice<Tab>(
    params,
    'tab',
    TABS.map(({ id }) => id),
    'overview',
    (problem) => problems.push(problem),
  )
  return (
    <Page
      title="Analytics Dashboard"
      subtitle="Track user behavior and conversions"
      tools={
        <>
          <PeriodPicker
            range={scope.range}
            today={scope.today}
            shows="days"
            onChange={(range) => change({ range })}
          />
          <ComparisonPicker
            compare={scope.compare}
            days={period.days}
            today={scope.today}
            onChange={(compare) => change({ compare })}
          />
        </>
      }
    >
      <Problems problems={problems} />
      <UnappliedFilters scope={scope} />
      <SummaryCards scope={scope} isCompared={comparison.before({ compared: true }) !== null} />
      {scope.compare !== null && <p className="note changes-note">{comparison.words}</p>}
      <CoverageLine scope={scope} />
      <div className="row spread note">
        <Definitions
          of={[
            DEFINITIONS.overviewViews,
            DEFINITIONS.overviewClicks,
            DEFINITIONS.overviewConversions,
            DEFINITIONS.overviewTests,
          ]}
        />
        <BotsNote scope={scope} />
        <Freshness period={period} />
      </div>
      <div className="overview-shape">
        <PageViews scope={scope} />
        <Suspense fallback={<div className="brief-wait" />}>
          <Yesterday />
        </Suspense>
      </div>
      <Suspense>
        <ImportedHistory days={period.days} />
      </Suspense>
      <Tabs
        label="Breakdowns"
        tabs={TABS}
        selected={tab}
        onSelect={(tab) => change({}, { tab: tab === 'overview' ? null : tab })}
      >
        <TabContent tab={tab} scope={scope} />
      </Tabs>
    </Page>
  )
}

function TabContent({ tab, scope }: { tab: Tab; scope: UsedScope }) {
  const { period } = scope
  switch (tab) {
    case 'overview':
      return (
        <div className="grid">
          <TopPages scope={scope} />
          <RecentActivity period={period} />
        </div>
      )
    case 'clicks':
      return <TopElements scope={scope} />
    case 'conversions':
      return <ConversionTypes scope={scope} />
    case 'experiments':
      return <VariantShares period={period} />
  }
}

/** Filters of other pages do not apply here, but are kept. */
function UnappliedFilters({ scope }: { scope: UsedScope }) {
  if (scope.filters.length === 0) return null
  return (
    <p className="note">
      {countOf(scope.filters.length, 'filter')} of other pages {scope.filters.length === 1 ? 'does' : 'do'}{' '}
      not apply to these figures. <Link to={scope.hrefOf(paths.explore)}>Show them in Explore</Link>
    </p>
  )
}

function PageViews({ scope: { period, compare, hrefWith } }: { scope: UsedScope }) {
  const interval = intervalFor(null, period.days)
  const result = useStats(
    { metrics: ['page_views'], interval, ...(compare !== null && { compare }) },
    period,
    LIVE,
  )
  return (
    <Panel title="Page views over time">
      <Loaded result={result} placeholder={<div className="chart-box chart-wait" />}>
        {(data) => (
          <SeriesFigure
            data={onlyCounted(data, countedSince(data))}
            period={period}
            interval={interval}
            metric="page_views"
            zoomHref={(days) => hrefWith({ range: { kind: 'days', ...days } })}
          />
        )}
      </Loaded>
    </Panel>
  )
}
