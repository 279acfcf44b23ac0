import { readWebVitals } from '@half-measure/shared/routes/web-vitals.ts'
import {
  VITAL_DEFINITIONS,
  VITAL_REPORT_DEFINITIONS,
} from '@half-measure/shared/stats/web-vital-definitions.ts'
import { MIN_RATED_LOADS, type WebVitals } from '@half-measure/shared/stats/web-vitals.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { filterParams, useReport } from '../../api/stats.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { exploreHref } from '../../filters/value-hrefs.ts'
import { ScopedPage } from '../../layout/ScopedPage.tsx'
import { fileName } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SortedTable, useSortParam } from '../../ui/SortedTable.tsx'
import { LinkTabs } from '../../ui/Tabs.tsx'
import { Legend, VitalCards } from './VitalCards.tsx'
import { vitalColumns } from './vital-columns.tsx'

const TABLE_NOTE = `75th percentile, rated from ${MIN_RATED_LOADS} loads on`

const MOST_LOADED = { by: 'loads', descending: true }

/** How fast pages are for readers who accepted. */
export function WebVitalsPage() {
  const scope = useScope()
  const result = useReport(readWebVitals, scope.period, { query: filterParams(scope.filters) })
  return (
    <ScopedPage
      title="Web vitals"
      subtitle="How fast pages appear and respond, and whether they stay in place"
      scope={scope}
      isCompared={false}
    >
      <Loaded result={result} what="Web vitals" rows={16}>
        {(vitals) =>
          vitals.totals.loads === 0 ? <NoVitals scope={scope} /> : <Report {...vitals} scope={scope} />
        }
      </Loaded>
    </ScopedPage>
  )
}

function NoVitals({ scope: { filters } }: { scope: UsedScope }) {
  return (
    <Panel title="Web vitals">
      <Empty>
        {filters.length > 0
          ? 'No web vitals with these filters in this period.'
          : 'No web vitals in this period. They are measured in the browsers of readers who accept, and sent when a page is left. Open the magazine, accept cookies and go on to another page: the first one is here within seconds.'}
      </Empty>
    </Panel>
  )
}

function Report({ totals, devices, pages, scope }: WebVitals & { scope: UsedScope }) {
  const labelOf = useValueLabel()
  const chosen = devices.find(({ device }) => device === scope.params.get('device'))?.device
  const file = (what: string) => fileName(`web-vitals-${what}`, scope.period)
  const rows = pages.flatMap(({ page_path, devices, ...all }) => {
    const measured = chosen === undefined ? all : devices.find(({ device }) => device === chosen)
    return measured ? [{ ...measured, page_path }] : []
  })
  const columns = vitalColumns<(typeof rows)[number]>({
    header: 'Page',
    label: ({ page_path }) => labelOf('page', page_path),
    href: ({ page_path }) => exploreHref(scope, 'page', page_path),
  })
  const sorting = useSortParam(columns, MOST_LOADED)
  return (
    <div className="stack">
      <Panel title="All pages" note={`75th percentile of ${countOf(totals.loads, 'measured load')}`}>
        <VitalCards measured={totals} />
        <Definitions
          of={[
            VITAL_DEFINITIONS.lcp,
            VITAL_DEFINITIONS.inp,
            VITAL_DEFINITIONS.cls,
            VITAL_REPORT_DEFINITIONS.p75,
            VITAL_REPORT_DEFINITIONS.loads,
            VITAL_REPORT_DEFINITIONS.filters,
          ]}
        />
      </Panel>
      <Panel
        title="By page"
        note={TABLE_NOTE}
        tools={
          <LinkTabs
            label="Device"
            tabs={[undefined, ...devices.map(({ device }) => device)].map((device) => ({
              label: device === undefined ? 'All devices' : labelOf('device', device),
              to: scope.hrefWith({}, { device: device ?? null }),
              isCurrent: device === chosen,
            }))}
          />
        }
      >
        <SortedTable
          caption="Web vitals by page"
          columns={columns}
          rows={rows}
          keyOf={({ page_path }) => page_path}
          layout="wide"
          file={file(chosen === undefined ? 'by-page' : `by-page-${chosen}`)}
          {...sorting}
        />
        <Legend />
      </Panel>
      <Panel title="By device" note={TABLE_NOTE}>
        <SortedTable
          caption="Web vitals by device"
          columns={vitalColumns<WebVitals['devices'][number]>({
            header: 'Device',
            label: ({ device }) => labelOf('device', device),
            href: ({ device }) => exploreHref(scope, 'device', device),
          })}
          rows={devices}
          keyOf={({ device }) => device}
          layout="wide"
          sort={MOST_LOADED}
          file={file('by-device')}
        />
      </Panel>
    </div>
  )
}
