import { HERE_MINUTES, RECENT_MINUTES, type Realtime } from '@half-measure/shared/stats/realtime.ts'
import { useRealtime } from '../../api/use-realtime.ts'
import { MinuteBars } from '../../charts/MinuteBars.tsx'
import { countOf, formatCount } from '../../format/number.ts'
import { formatClockWithSeconds } from '../../format/time.ts'
import { valueLabel } from '../../format/value-label.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RankedTable } from '../../ui/RankedTable.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Who is reading at this moment: how many, where, and where they came from. */
export function LiveView() {
  const answer = useRealtime()
  return (
    <Figures answer={answer} what="The live figures" skeleton={<Skeleton rows={12} />}>
      {(now) => <Now now={now} />}
    </Figures>
  )
}

function Now({ now: { at, visitors, minutes, pages, sources } }: { now: Realtime }) {
  const views = minutes.reduce((sum, { page_views }) => sum + page_views, 0)
  return (
    <div className="live" aria-live="off">
      <Panel title="Reading now" note={`As of ${formatClockWithSeconds(new Date(at))} UK time`}>
        <p className="figure-value live-figure">
          {formatCount(visitors)} <span>{visitors === 1 ? 'reader' : 'readers'}</span>
        </p>
        <p className="live-note">Sessions with an event in the last {HERE_MINUTES} minutes.</p>
      </Panel>
      <Panel title="Page views" note={`The last ${RECENT_MINUTES} minutes`}>
        <figure className="chart">
          <MinuteBars
            minutes={minutes.map(({ minute, page_views }) => ({
              start: new Date(minute),
              views: page_views,
            }))}
          />
          <figcaption>
            {countOf(views, 'page view')} in {RECENT_MINUTES} minutes.
          </figcaption>
        </figure>
      </Panel>
      <Panel title="Pages" note="Where they are">
        <Ranked
          caption="Pages that are being read"
          header="Page"
          rows={pages.map(({ key, visitors }) => ({ name: key, count: visitors }))}
        />
      </Panel>
      <Panel title="Sources" note="Where they came from">
        <Ranked
          caption="Sources of those who are reading"
          header="Source"
          rows={sources.map(({ key, visitors }) => ({ name: valueLabel('source', key), count: visitors }))}
        />
      </Panel>
    </div>
  )
}

interface RankedProps {
  caption: string
  header: string
  rows: { name: string; count: number }[]
}

function Ranked({ caption, header, rows }: RankedProps) {
  if (rows.length === 0) return <Empty>Nobody is reading.</Empty>
  return <RankedTable caption={caption} nameHeader={header} countHeader="Readers" unit="reader" rows={rows} />
}
