import { publication } from '@half-measure/shared/publication.ts'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { breakdownAsked, scopeAsked, seriesAsked } from '../filters/asked.ts'
import { BotsChoice } from '../filters/BotsChoice.tsx'
import { isChosen, toggleValue } from '../filters/change-filters.ts'
import { CompareSelect } from '../filters/CompareSelect.tsx'
import { dayAt } from '../filters/day.ts'
import { writeExploreView } from '../filters/explore-view.ts'
import { intervalFor } from '../filters/interval.ts'
import { panelIds } from '../filters/panels.ts'
import { PeriodPicker } from '../filters/PeriodPicker.tsx'
import { ScopeBar } from '../filters/ScopeBar.tsx'
import { spanDays, spanPeriod } from '../filters/span.ts'
import type { UsedExploreView } from '../filters/use-explore-view.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { useNow } from '../ui/use-now.ts'
import { Breakdown, type BreakdownLinks } from '../widgets/breakdown/Breakdown.tsx'
import { DetailsDialog } from '../widgets/breakdown/DetailsDialog.tsx'
import { FilterBar } from '../widgets/filter-bar/FilterBar.tsx'
import { HourMap } from '../widgets/HourMap.tsx'
import { MetricCards } from '../widgets/metric-cards/MetricCards.tsx'
import { ReadingNow } from '../widgets/realtime/ReadingNow.tsx'
import { AnnotatedSeries } from '../widgets/series/AnnotatedSeries.tsx'
import { SeriesPanel } from '../widgets/series/SeriesPanel.tsx'

interface ExploreBoardProps {
  used: UsedExploreView
  /** Whether whoever looks is an administrator: others see figures about all readers only, and no notes. */
  isAdmin: boolean
}

/** The figures of a view, over time and split any way, and what the view is set by. */
export function ExploreBoard({ used, isAdmin }: ExploreBoardProps) {
  const { view, problems, change, addressOf } = used
  const { filters, compare, metric } = view
  const today = dayAt(useNow(), publication.timeZone)
  const period = useMemo(() => spanPeriod(view.span, today, view.bots), [view.span, view.bots, today])
  const days = spanDays(view.span, today)
  const interval = intervalFor(view.interval, days)
  const overTime = seriesAsked(view, interval)
  const scope = scopeAsked(view)
  const Series = isAdmin ? AnnotatedSeries : SeriesPanel

  const links: BreakdownLinks = {
    toggle: (dimension, value) =>
      addressOf({ filters: toggleValue(filters, dimension, value), details: null }),
    isChosen: (dimension, value) => isChosen(filters, dimension, value),
    details: (dimension) => addressOf({ details: { dimension, search: '', order: null } }),
    withoutFilters: filters.length > 0 ? addressOf({ filters: [] }) : null,
  }

  return (
    <>
      <ScopeBar
        period={<PeriodPicker span={view.span} today={today} onChange={(span) => change({ span })} />}
        filterCount={filters.length}
      >
        <CompareSelect compare={compare} onChange={(compare) => change({ compare })} />
        <BotsChoice bots={view.bots} onChange={(bots) => change({ bots })} />
        <FilterBar filters={filters} period={period} onChange={(filters) => change({ filters })} />
        {isAdmin && (
          <Link className="scope-visits" to={paths.visits(writeExploreView(view))}>
            List these visits
          </Link>
        )}
      </ScopeBar>
      {problems.length > 0 && <Alert tone="notice">{problems.join(' ')}</Alert>}
      <div className="stack">
        <MetricCards
          asked={overTime}
          period={period}
          chosen={metric}
          onChoose={(metric) => change({ metric })}
          otherwise={addressOf({ exact: !view.exact })}
        >
          {isAdmin && <ReadingNow />}
        </MetricCards>
        <Series
          asked={overTime}
          period={period}
          days={days}
          interval={interval}
          metric={metric}
          onInterval={(interval) => change({ interval })}
          zoomTo={(days) => addressOf({ span: { kind: 'days', ...days }, interval: null })}
          onZoom={(days) => change({ span: { kind: 'days', ...days }, interval: null })}
        />
        <div className="grid">
          {panelIds.map((panel) => (
            <Breakdown
              key={panel}
              panel={panel}
              dimension={view.panels[panel]}
              asked={breakdownAsked(view, view.panels[panel])}
              period={period}
              links={links}
              onDimension={(dimension) =>
                change(({ panels }) => ({ panels: { ...panels, [panel]: dimension } }))
              }
            />
          ))}
          <div className="grid-wide">
            <HourMap metric={metric} asked={{ filters, exact: view.exact }} period={period} />
          </div>
        </div>
      </div>
      {view.details && (
        <DetailsDialog
          key={view.details.dimension}
          details={view.details}
          asked={scope}
          period={period}
          links={links}
          onChange={(details, how) => change({ details }, how)}
        />
      )}
    </>
  )
}
