import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { countConversions, listTopElements, listTopPages } from '@half-measure/shared/routes/stats.ts'
import { LIVE, useReport } from '../../api/stats.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { exploreHref, pageHref } from '../../filters/value-hrefs.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { fileName } from '../../time/period.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RankedTable } from '../../ui/RankedTable.tsx'

interface ListProps {
  scope: UsedScope
}

const TOP_PAGES = 5
const TOP_ELEMENTS = 10

export function TopPages({ scope }: ListProps) {
  const { period } = scope
  const labelOf = useValueLabel()
  // The specification's list names pages by their paths.
  const titleOf = (path: string) => {
    const title = labelOf('page', path)
    return title === path ? undefined : title
  }
  const result = useReport(listTopPages, period, { query: { limit: String(TOP_PAGES) } }, LIVE)
  return (
    <Panel title="Top Pages" note={`The ${TOP_PAGES} most viewed`}>
      <Loaded
        result={result}
        rows={TOP_PAGES}
        empty="No page views in this period. Pages appear here within seconds of being read; choose a longer period to see earlier ones."
      >
        {(pages) => (
          <RankedTable
            caption="The most viewed pages"
            nameHeader="Page"
            countHeader={METRICS.page_views.label}
            definition={METRICS.page_views.definition}
            unit="view"
            rows={pages.map(({ page_path, views }) => ({
              name: page_path,
              note: titleOf(page_path),
              count: views,
              to: pageHref(scope, page_path),
            }))}
            file={fileName('top-pages', period)}
          />
        )}
      </Loaded>
    </Panel>
  )
}

export function TopElements({ scope }: ListProps) {
  const { period } = scope
  const result = useReport(listTopElements, period, { query: { limit: String(TOP_ELEMENTS) } }, LIVE)
  return (
    <Panel title="Top Clicked Elements" note={`The ${TOP_ELEMENTS} most clicked, as type:id`}>
      <Loaded
        result={result}
        rows={TOP_ELEMENTS}
        empty="No clicks in this period. Clicks on buttons and on links that leave the magazine appear here; choose a longer period to see earlier ones."
      >
        {(elements) => (
          <RankedTable
            caption="The most clicked elements"
            nameHeader="Element"
            countHeader="Clicks"
            definition={DEFINITIONS.overviewClicks.definition}
            unit="click"
            rows={elements.map(({ element, clicks }) => ({
              name: element,
              count: clicks,
              to: exploreHref(scope, 'element', element),
            }))}
            file={fileName('clicked-elements', period)}
          />
        )}
      </Loaded>
    </Panel>
  )
}

export function ConversionTypes({ scope }: ListProps) {
  const { period } = scope
  const result = useReport(countConversions, period, {}, LIVE)
  return (
    <Panel title="Conversion Events" note="By event type">
      <Loaded
        result={result}
        empty="No conversions in this period. Sign-ups, downloads, messages and product clicks appear here; choose a longer period to see earlier ones."
      >
        {(types) => (
          <RankedTable
            caption="Conversions by event type"
            nameHeader="Event type"
            countHeader="Conversions"
            definition={DEFINITIONS.overviewConversions.definition}
            unit="conversion"
            rows={types.map(({ event_type, count }) => ({
              name: event_type,
              count,
              to: exploreHref(scope, 'event_type', event_type),
            }))}
            file={fileName('conversions', period)}
          />
        )}
      </Loaded>
    </Panel>
  )
}
