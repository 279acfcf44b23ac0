import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { countConversions, listTopElements, listTopPages } from '@half-measure/shared/routes/stats.ts'
import { LIVE, useReport } from '../../api/stats.ts'
import { usePageTitle } from '../../filters/use-value-label.ts'
import { scopeHref } from '../../filters/scope.ts'
import { exploreHref, pageHref, type ScopeLinks } from '../../filters/value-hrefs.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { fileName } from '../../time/period.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RankedList, type RankedListProps } from '../../ui/RankedList.tsx'
import type { RankedRow } from '../../ui/RankedTable.tsx'
import type { Result } from '../../ui/result.ts'

interface ListProps {
  scope: UsedScope
}

const TOP_PAGES = 5
const TOP_ELEMENTS = 10

export function TopPages({ scope }: ListProps) {
  const { period } = scope
  // The specification's list names pages by their paths.
  const titleOf = usePageTitle()
  return (
    <ListPanel
      title="Top Pages"
      note={`The ${TOP_PAGES} most viewed`}
      result={useReport(listTopPages, period, { query: { limit: String(TOP_PAGES) } }, LIVE)}
      rowOf={({ page_path, views }) => ({
        name: page_path,
        note: titleOf(page_path),
        count: views,
        to: pageHref(unfiltered(scope), page_path),
      })}
      caption="The most viewed pages"
      nameHeader="Page"
      countHeader={METRICS.page_views.label}
      definition={METRICS.page_views.definition}
      unit="view"
      empty="No page views in this period. Pages appear here within seconds of being read; choose a longer period to see earlier ones."
      file={fileName('top-pages', period)}
    />
  )
}

export function TopElements({ scope }: ListProps) {
  const { period } = scope
  return (
    <ListPanel
      title="Top Clicked Elements"
      note={`The ${TOP_ELEMENTS} most clicked, as type:id`}
      result={useReport(listTopElements, period, { query: { limit: String(TOP_ELEMENTS) } }, LIVE)}
      rowOf={({ element, clicks }) => ({
        name: element,
        count: clicks,
        to: exploreHref(unfiltered(scope), 'element', element),
      })}
      caption="The most clicked elements"
      nameHeader="Element"
      countHeader="Clicks"
      definition={DEFINITIONS.overviewClicks.definition}
      unit="click"
      empty="No clicks in this period. Clicks on buttons and on links that leave the magazine appear here; choose a longer period to see earlier ones."
      file={fileName('clicked-elements', period)}
    />
  )
}

export function ConversionTypes({ scope }: ListProps) {
  const { period } = scope
  return (
    <ListPanel
      title="Conversion Events"
      note="By event type"
      result={useReport(countConversions, period, {}, LIVE)}
      rowOf={({ event_type, count }) => ({
        name: event_type,
        count,
        to: exploreHref(unfiltered(scope), 'event_type', event_type),
      })}
      caption="Conversions by event type"
      nameHeader="Event type"
      countHeader="Conversions"
      definition={DEFINITIONS.overviewConversions.definition}
      unit="conversion"
      empty="No conversions in this period. Sign-ups, downloads, messages and product clicks appear here; choose a longer period to see earlier ones."
      file={fileName('conversions', period)}
    />
  )
}

/** Filters of other pages do not apply to these figures, nor to what a row leads to. */
function unfiltered(scope: UsedScope): ScopeLinks {
  return { hrefOf: (path, own) => scopeHref({ ...scope, filters: [] }, path, own) }
}

interface ListPanelProps<Item> extends Omit<RankedListProps, 'rows'> {
  title: string
  note: string
  result: Result<readonly Item[]>
  rowOf: (item: Item) => RankedRow
}

function ListPanel<Item>({ title, note, result, rowOf, ...list }: ListPanelProps<Item>) {
  return (
    <Panel title={title} note={note}>
      <Loaded result={result}>{(items) => <RankedList {...list} rows={items.map(rowOf)} />}</Loaded>
    </Panel>
  )
}
