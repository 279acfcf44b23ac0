import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useDownload } from '../../api/use-download.ts'
import { answerPath, type Asked } from '../../api/use-answer.ts'
import { useRows } from '../../api/use-rows.ts'
import { detailMetrics, dimensionLabel } from '../../filters/asked.ts'
import type { Details } from '../../filters/explore-view.ts'
import type { Period } from '../../filters/period.ts'
import { countOf } from '../../format/number.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePaused } from '../../ui/use-paused.ts'
import type { BreakdownLinks } from './Breakdown.tsx'
import { DetailsTable } from './DetailsTable.tsx'

interface DetailsDialogProps {
  details: Details
  /** What the page shows, without a split. */
  asked: Pick<Asked, 'filters' | 'compare' | 'exact'>
  period: Period
  links: Pick<BreakdownLinks, 'toggle' | 'isChosen'>
  /** What is typed changes the address as one goes; the rest is gone back from. */
  onChange: (details: Details | null, how?: 'typed' | 'chosen') => void
}

/** A pause in typing this long is the end of a word. */
const PAUSE_MS = 300

/** A breakdown in full: to be searched, ordered by any figure, and saved. */
export function DetailsDialog({ details, asked, period, links, onChange }: DetailsDialogProps) {
  const { dimension, search, order } = details
  const metrics = detailMetrics(dimension)
  const ordered = order && metrics.includes(order.metric) ? order : { metric: metrics[0], descending: true }
  const question = { ...asked, metrics, dimension, order: ordered, ...(search !== '' && { search }) }
  const { answer, more } = useRows(question, period)
  const download = useDownload()

  function sortBy(metric: Metric) {
    const descending = metric === ordered.metric ? !ordered.descending : true
    onChange({ ...details, order: { metric, descending } })
  }

  async function save() {
    const now = new Date()
    const path = answerPath({ ...question, limit: 1_000 }, period, now, 'export.csv')
    const { from, to } = period.bounds(now)
    await download.save(path, `half-measure-${dimension}-${from.slice(0, 10)}-${to.slice(0, 10)}.csv`)
  }

  return (
    <Modal title={`By ${dimensionLabel(dimension).toLowerCase()}`} onClose={() => onChange(null)}>
      <div className="details-tools">
        <SearchField
          dimension={dimension}
          text={search}
          onText={(text) => onChange({ ...details, search: text }, 'typed')}
        />
        <button
          type="button"
          className="button"
          aria-disabled={download.running}
          onClick={() => !download.running && void save()}
        >
          {download.running ? 'Exporting…' : 'Export CSV'}
        </button>
      </div>
      {download.failure !== null && <Alert tone="danger">{download.failure}</Alert>}
      <Figures answer={answer} skeleton={<Skeleton rows={10} />}>
        {(data) =>
          data.rows.length === 0 ? (
            <Empty>{search === '' ? 'Nothing in this period.' : 'No value has that in it.'}</Empty>
          ) : (
            <>
              <output className="details-count">{countOf(data.row_count, 'value')}</output>
              <DetailsTable
                data={data}
                dimension={dimension}
                metrics={metrics}
                order={ordered}
                links={links}
                onSort={sortBy}
              />
            </>
          )
        }
      </Figures>
      <MoreButton more={more} />
    </Modal>
  )
}

interface SearchFieldProps {
  dimension: Dimension
  text: string
  onText: (text: string) => void
}

function SearchField({ dimension, text, onText }: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(text)
  const search = usePaused(typed.trim(), PAUSE_MS)
  const searched = useEffectEvent((search: string) => {
    if (search !== text) onText(search)
  })
  useEffect(() => searched(search), [search])
  return (
    <search>
      <label htmlFor={id} className="visually-hidden">
        Search {dimensionLabel(dimension).toLowerCase()}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        maxLength={200}
        placeholder="Search"
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  )
}
