import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { queryStats } from '@half-measure/shared/routes/stats.ts'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { PeriodPicker } from '../../filters/PeriodPicker.tsx'
import { DEFAULT_COMPARISON, readChoice } from '../../filters/scope.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { LIVE, useStats } from '../../api/stats.ts'
import { countedSince, onlyCounted } from '../../charts/counted-since.ts'
import { intervalFor } from '../../charts/interval.ts'
import { SeriesFigure } from '../../charts/SeriesFigure.tsx'
import { formatClockWithSeconds } from '../../format/time.ts'
import { CoverageLine } from '../../layout/coverage/CoverageLine.tsx'
import { Page } from '../../layout/Page.tsx'
import { Problems } from '../../ui/Alert.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ConversionTypes, TopElements, TopPages } from './RankedLists.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { BotsNote, SummaryCards } from './Summary.tsx'
import { VariantShares } from './VariantShares.tsx'

// It is no part of the specified figures, and they do not wait for it.
const Yesterday = lazy(async () => ({ default: (await import('./Yesterday.tsx')).Yesterday }))

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
        <PeriodPicker
          range={scope.range}
          today={scope.today}
          shows="days"
          onChange={(range) => change({ range })}
        />
      }
    >
      <Problems problems={problems} />
      <SummaryCards period={period} />
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
        <Freshness isLive={period.endsNow} />
      </div>
      <Suspense fallback={<div className="brief-wait" />}>
        <Yesterday />
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
          <div className="grid-wide">
            <PageViews scope={scope} />
          </div>
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

function PageViews({ scope: { period, hrefWith } }: { scope: UsedScope }) {
  const interval = intervalFor(null, period.days)
  const result = useStats({ metrics: ['page_views'], interval, compare: DEFAULT_COMPARISON }, period, LIVE)
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

const STATS_PATH = queryStats.path.replace(/query$/, '')

/** When the newest figures arrived. Not announced: it changes every few seconds. */
function Freshness({ isLive }: { isLive: boolean }) {
  const isStats = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    String(path).startsWith(STATS_PATH)
  const isFetching = useIsFetching({ predicate: isStats }) > 0
  const queries = useQueryClient().getQueryCache().findAll({ predicate: isStats, type: 'active' })
  const newest = Math.max(0, ...queries.map((query) => query.state.dataUpdatedAt))
  // From the first attempt that fails, not only when all have.
  const isFailing = queries.some(({ state }) => state.fetchFailureCount > 0 || state.status === 'error')
  return (
    <p aria-live="off">
      <span
        className="dot"
        data-state={isFailing ? 'failing' : isFetching ? 'fetching' : 'fresh'}
        aria-hidden="true"
      />
      {newest === 0 ? 'No figures yet' : `As of ${formatClockWithSeconds(new Date(newest))} UK time`}
      {isFailing ? ', some could not be refreshed' : isLive && `, refreshed every 5\u00A0s`}
    </p>
  )
}
