import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { type Dimension, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Metric, METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { DownloadButton } from '../../api/DownloadButton.tsx'
import { exportUrl, useStatsRows } from '../../api/stats.ts'
import { deltaIn, exactFigure } from '../../format/metric.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { fileName, type Period } from '../../time/period.ts'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { focusFirst, Modal } from '../../ui/Modal.tsx'
import { Table } from '../../ui/Table.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type BreakdownLinks, ValueLink } from './Breakdown.tsx'
import { breakdownDefinitions, detailMetrics, type ScopeQuery } from './explore-query.ts'
import { type Details, searchOf } from './explore-view.ts'

/** A pause in typing this long ends a word. */
const PAUSE_MS = 300

interface DetailsDialogProps {
  details: Details
  query: ScopeQuery
  period: Period
  links: Pick<BreakdownLinks, 'toggle' | 'isChosen' | 'report'>
  onChange: (details: Details | null, how?: 'typed' | 'chosen') => void
}

/** A breakdown in full: searched, sorted by any figure, saved as a file. */
export function DetailsDialog({ details, query, period, links, onChange }: DetailsDialogProps) {
  const { dimension, search, order } = details
  const metrics = detailMetrics(dimension)
  const sorted = order && metrics.includes(order.metric) ? order : { metric: metrics[0], descending: true }
  const full = { ...query, metrics, dimension, order: sorted, ...(search !== '' && { search }) }
  const { result, more } = useStatsRows(full, period)
  return (
    <Modal title={`By ${DIMENSIONS[dimension].toLowerCase()}`} onClose={() => onChange(null)}>
      <div className="row spread">
        <SearchField
          dimension={dimension}
          text={search}
          onText={(text) => onChange({ ...details, search: text }, 'typed')}
        />
        <DownloadButton url={() => exportUrl(full, period)} name={`${fileName(dimension, period)}.csv`} />
      </div>
      <Loaded result={result} rows={10}>
        {(pages) =>
          pages[0]?.row_count ? (
            <>
              <output className="note">{countOf(pages[0].row_count, 'value')}</output>
              <Table
                caption={`By ${DIMENSIONS[dimension]}`}
                layout="wide"
                rows={uniqueRows(pages)}
                keyOf={({ key }) => key}
                sort={{ by: sorted.metric, descending: sorted.descending }}
                onSort={({ by, descending }) =>
                  onChange({ ...details, order: { metric: Metric.parse(by), descending } })
                }
                columns={[
                  {
                    header: DIMENSIONS[dimension],
                    render: ({ key }) => <ValueLink dimension={dimension} value={key} links={links} />,
                  },
                  ...metrics.map((metric) => ({
                    id: metric,
                    header: METRICS[metric].label,
                    isNumeric: true,
                    render: ({ figures, compared }: Row) => (
                      <>
                        {exactFigure(metric, figures[metric])}{' '}
                        {metric === sorted.metric && compared && (
                          <DeltaMark delta={deltaIn(metric, figures, compared)} />
                        )}
                      </>
                    ),
                  })),
                ]}
              />
            </>
          ) : (
            <Empty>
              {search === ''
                ? 'Nothing in this period. Choose a longer one, or remove a filter.'
                : 'No value contains this text. Try a part of it.'}
            </Empty>
          )
        }
      </Loaded>
      <MoreButton more={more} />
      <Definitions of={breakdownDefinitions(dimension, metrics)} />
    </Modal>
  )
}

type Row = StatsResult['rows'][number]

/** A later page repeats a row where the order has changed since the first. */
function uniqueRows(pages: readonly StatsResult[]): Row[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.key, row])).values()]
}

interface SearchFieldProps {
  dimension: Dimension
  text: string
  onText: (text: string) => void
}

function SearchField({ dimension, text, onText }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const search = useDebounced(typed.trim(), PAUSE_MS)
  const searched = useEffectEvent((search: string) => {
    if (search !== text) onText(search)
  })
  useEffect(() => searched(search), [search])
  // On the way back the address has an earlier text.
  const follow = useEffectEvent(() => setTyped(searchOf(new URLSearchParams(window.location.search))))
  useEffect(() => {
    const onPop = () => follow()
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  return (
    <search>
      <input
        ref={focusFirst}
        type="search"
        aria-label={`Search ${DIMENSIONS[dimension].toLowerCase()}`}
        value={typed}
        maxLength={200}
        placeholder="Search"
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
