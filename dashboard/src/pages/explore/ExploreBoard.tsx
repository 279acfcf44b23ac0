import { MIN_SESSIONS } from '@half-measure/shared/stats/engine/stats-result.ts'
import { PAGE_DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { filterLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { filterParams, statsUrl, useStats } from '../../api/stats.ts'
import { countedSince, onlyCounted } from '../../charts/counted-since.ts'
import { intervalFor } from '../../charts/interval.ts'
import { isChosen, toggleValue } from '../../filters/change-filters.ts'
import { FilterBar } from '../../filters/FilterBar.tsx'
import { isArticle, pageHref } from '../../filters/value-hrefs.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { CoverageLine } from '../../layout/coverage/CoverageLine.tsx'
import { href, paths } from '../../paths.ts'
import { rangeName } from '../../time/period.ts'
import { Problems } from '../../ui/Alert.tsx'
import { Breakdown, type BreakdownLinks } from './Breakdown.tsx'
import { breakdownQuery, panelIds, type ScopeQuery } from './explore-query.ts'
import { exploreParams, readExploreView } from './explore-view.ts'
import { MetricCards } from './MetricCards.tsx'
import { AnnotatedSeriesPanel, SeriesPanel } from './SeriesPanel.tsx'

// Rarely needed, so loaded when it is.
const DetailsDialog = lazy(async () => ({ default: (await import('./DetailsDialog.tsx')).DetailsDialog }))

// Last on the page, so nothing moves when it loads.
const HourHeatmap = lazy(async () => ({ default: (await import('./HourHeatmap.tsx')).HourHeatmap }))

// It has its own event stream, so the figures do not wait for it.
const ReadingNow = lazy(async () => ({ default: (await import('./ReadingNow.tsx')).ReadingNow }))
const ImportedHistory = lazy(async () => ({
  default: (await import('../../imported/ImportedHistory.tsx')).ImportedHistory,
}))

interface ExploreBoardProps {
  scope: UsedScope
  /** Others see only the view of their share link, without annotations. */
  isAdmin: boolean
}

/** Any figure of a scope, over time and split any way. */
export function ExploreBoard({ scope, isAdmin }: ExploreBoardProps) {
  const { period, filters, compare, change, hrefWith } = scope
  const { view, problems } = readExploreView(scope.params)
  const { metric, panels, details } = view
  const query: ScopeQuery = { filters, ...(compare && { compare }) }
  const interval = intervalFor(view.interval, period.days)
  // Every figure over time and in total: for the cards and the chart.
  const all = useStats({ ...query, metrics: Metric.options, interval }, period)
  const since = all.status === 'ready' ? countedSince(all.data) : null
  const result = all.status === 'ready' ? { ...all, data: onlyCounted(all.data, since) } : all
  const { compare: _, ...uncompared } = query
  const Series = isAdmin ? AnnotatedSeriesPanel : SeriesPanel

  const closed = exploreParams({ details: null })
  const links: BreakdownLinks = {
    toggle: isAdmin
      ? (dimension, value) => hrefWith({ filters: toggleValue(filters, dimension, value) }, closed)
      : null,
    isChosen: (dimension, value) => isChosen(filters, dimension, value),
    details: (dimension) => hrefWith({}, exploreParams({ details: { dimension, search: '', order: null } })),
    report: (dimension, value) =>
      isAdmin && PAGE_DIMENSIONS.has(dimension) && isArticle(value) ? pageHref(scope, value) : null,
    withoutFilters: isAdmin && filters.length > 0 ? hrefWith({ filters: [] }) : null,
  }

  return (
    <>
      {isAdmin && (
        <FilterBar scope={scope}>
          <span className="row filter-links">
            <Link to={scope.hrefOf(paths.sessions)}>List these sessions</Link>
            <Link
              to={href(paths.reports, new URLSearchParams([['metric', metric], ...filterParams(filters)]))}
            >
              Add an alert
            </Link>
          </span>
        </FilterBar>
      )}
      <Problems problems={[...scope.problems, ...problems]} />
      <CoverageLine scope={scope} filters={filters} isShared={!isAdmin} />
      <div className="stack">
        {!isAdmin && <SharedScope scope={scope} />}
        <MetricCards
          result={result}
          period={period}
          interval={interval}
          chosen={metric}
          countedSince={since}
          onChoose={(metric) => change({}, exploreParams({ metric }))}
          apiUrl={(metric) => statsUrl({ filters, metrics: [metric] }, period)}
        >
          <Suspense>{isAdmin && <ReadingNow />}</Suspense>
        </MetricCards>
        <Series
          result={result}
          period={period}
          interval={interval}
          metric={metric}
          onInterval={(interval) => change({}, exploreParams({ interval }))}
          zoomHref={(days) =>
            hrefWith({ range: { kind: 'days', ...days } }, exploreParams({ interval: null }))
          }
        />
        {isAdmin && (
          <Suspense>
            <ImportedHistory days={period.days} />
          </Suspense>
        )}
        <div className="grid">
          {panelIds.map((panel) => (
            <Breakdown
              key={panel}
              panel={panel}
              dimension={panels[panel]}
              query={breakdownQuery(query, panels[panel], metric)}
              countedSince={since}
              period={period}
              links={links}
              onDimension={(dimension) => change({}, exploreParams({ panels: { [panel]: dimension } }))}
            />
          ))}
          <div className="grid-wide">
            {/* Other figures remount the map: the earlier ones would be read as these. */}
            <Suspense>
              <HourHeatmap
                key={JSON.stringify([metric, period.key, filters])}
                metric={metric}
                query={{ filters }}
                period={period}
              />
            </Suspense>
          </div>
        </div>
      </div>
      {details && (
        <Suspense>
          <DetailsDialog
            key={details.dimension}
            details={details}
            query={since === null ? query : uncompared}
            period={period}
            links={links}
            onChange={(details, how) => change({}, exploreParams({ details }), how)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The scope of a share link, which cannot be changed. */
function SharedScope({ scope: { range, bots, filters } }: Pick<ExploreBoardProps, 'scope'>) {
  const labelOf = useValueLabel()
  const facts = [
    rangeName(range),
    ...filters.map((filter) => filterLabel(filter, labelOf)),
    ...(bots === 'include' ? ['with bots'] : []),
  ]
  return (
    <p className="note">
      {facts.join(' · ')}. Figures of fewer than {MIN_SESSIONS} sessions are withheld, so that nobody can be
      singled out.
    </p>
  )
}
