import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { DIMENSION_DEFINITIONS, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { ACTIVE_MINUTES, type Realtime, RECENT_MINUTES } from '@half-measure/shared/stats/realtime.ts'
import { useRealtime } from '../../api/realtime.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { FilterChips } from '../../filters/FilterBar.tsx'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { exploreHref, pageHref } from '../../filters/value-hrefs.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { formatClock, formatClockWithSeconds } from '../../format/time.ts'
import { CoverageLine } from '../../layout/coverage/CoverageLine.tsx'
import { Page } from '../../layout/Page.tsx'
import { Problems } from '../../ui/Alert.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PauseButton } from '../../ui/PauseButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RankedList } from '../../ui/RankedList.tsx'
import type { RankedRow } from '../../ui/RankedTable.tsx'

const DEFINED = [
  DEFINITIONS.live,
  METRICS.page_views,
  { label: DIMENSIONS.source, definition: DIMENSION_DEFINITIONS.source ?? '' },
  DEFINITIONS.filteredSessions,
]

/** What readers are doing now, over the last minutes. */
export function LivePage() {
  const scope = useScope()
  const result = useRealtime(scope.filters)
  return (
    <Page title="Live" subtitle="Current sessions, without bots">
      <div className="filter-bar row">
        <span>The last {ACTIVE_MINUTES} minutes</span>
        <FilterChips scope={scope} />
        <PauseButton />
      </div>
      <Problems problems={scope.problems} />
      {/* Page loads are counted by the hour, so the last minutes alone are not known. */}
      <CoverageLine scope={scope} preset="today" filters={scope.filters} when="of today" />
      <Loaded result={result} what="The live figures" rows={12}>
        {(now) => <Now {...now} scope={scope} />}
      </Loaded>
    </Page>
  )
}

function Now({ at, sessions, minutes, pages, sources, scope }: Realtime & { scope: UsedScope }) {
  const labelOf = useValueLabel()
  const isFiltered = scope.filters.length > 0
  const views = minutes.reduce((sum, { page_views }) => sum + page_views, 0)
  return (
    <div className="grid" aria-live="off">
      <Panel title="Reading now" note={`As of ${formatClockWithSeconds(new Date(at))} UK time`}>
        <p className="figure live-figure">
          {formatCount(sessions)} <span className="note">{sessions === 1 ? 'session' : 'sessions'}</span>
        </p>
        <p className="note">With an event in the last {ACTIVE_MINUTES} minutes.</p>
        <Definitions of={DEFINED} />
      </Panel>
      <Panel title="Page views" note={`The last ${RECENT_MINUTES} minutes`}>
        <figure>
          <MinuteBars minutes={minutes} />
          <figcaption>
            {countOf(views, 'page view')} in {RECENT_MINUTES} minutes.
          </figcaption>
        </figure>
      </Panel>
      <RankedPanel
        title="Pages"
        caption="Current pages"
        header="Page"
        ranked={pages}
        isFiltered={isFiltered}
        nameOf={(key) => labelOf('page', key)}
        hrefOf={(key) => pageHref(scope, key)}
      />
      <RankedPanel
        title="Sources"
        caption="Sources of current sessions"
        header="Source"
        ranked={sources}
        isFiltered={isFiltered}
        nameOf={(key) => labelOf('source', key)}
        hrefOf={(key) => exploreHref(scope, 'source', key)}
      />
    </div>
  )
}

/** The last minute is not over. A list, so that each minute can be read out. */
function MinuteBars({ minutes }: Pick<Realtime, 'minutes'>) {
  const highest = Math.max(1, ...minutes.map(({ page_views }) => page_views))
  return (
    <>
      <ol className="minute-bars">
        {minutes.map(({ minute, page_views }) => {
          const label = `${formatClock(new Date(minute))}: ${countOf(page_views, 'page view')}`
          return (
            <li key={minute} title={label}>
              <span className="visually-hidden">{label}</span>
              <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
                <rect y={1 - page_views / highest} width="1" height={page_views / highest} />
              </svg>
            </li>
          )
        })}
      </ol>
      <p className="row spread note" aria-hidden="true">
        <span>{minutes[0] && formatClock(new Date(minutes[0].minute))}</span>
        <span>now</span>
      </p>
    </>
  )
}

interface RankedPanelProps {
  title: string
  caption: string
  header: string
  ranked: Realtime['pages']
  isFiltered: boolean
  nameOf: (key: string) => string
  hrefOf: (key: string) => string
}

/** All current sessions: the rows add up to them. */
function RankedPanel(props: RankedPanelProps) {
  const { title, caption, header, ranked, isFiltered, nameOf, hrefOf } = props
  const { top, others } = ranked
  const words = title.toLowerCase()
  const rows: RankedRow[] = [
    ...top.map(({ key, sessions }) => ({ name: nameOf(key), count: sessions, to: hrefOf(key) })),
    ...(others > 0 ? [{ name: `Other ${words}`, count: others }] : []),
  ]
  return (
    <Panel title={title}>
      <RankedList
        caption={caption}
        nameHeader={header}
        countHeader="Sessions"
        unit="session"
        definition={DEFINITIONS.live.definition}
        rows={rows}
        empty={
          isFiltered
            ? 'No current session matches the filters. Remove a filter to see more.'
            : 'Nobody is reading at the moment. Readers who accepted appear here within seconds of a page view.'
        }
        file={`half-measure-live-${words}`}
      />
    </Panel>
  )
}
