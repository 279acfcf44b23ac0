import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { useMemo } from 'react'
import type { Answer } from '@half-measure/shared/stats/engine/answer.ts'
import { useAnswer, type Asked } from '../api/use-answer.ts'
import { HourMapTable } from '../charts/HourMapTable.tsx'
import { prepareHourMap } from '../charts/prepare-hour-map.ts'
import type { Period } from '../filters/period.ts'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'

interface HourMapProps {
  metric: Metric
  asked: Pick<Asked, 'filters' | 'exact'>
  period: Period
}

const HOURS_OF_WEEK = 168

/** When readers come, by hour and weekday, in the publication's zone. */
export function HourMap({ metric, asked, period }: HourMapProps) {
  const answer = useAnswer(
    { ...asked, metrics: [metric], dimension: 'hour_of_week', limit: HOURS_OF_WEEK },
    period,
  )
  return (
    <Panel title="Hours of the week" note={`${METRICS[metric].label}, UK time`}>
      <div className="hour-body">
        <Figures answer={answer} skeleton={<div className="hour-wait" />}>
          {({ rows }) =>
            rows.length === 0 ? <Empty>Nothing in this period.</Empty> : <Week rows={rows} metric={metric} />
          }
        </Figures>
      </div>
    </Panel>
  )
}

function Week({ rows, metric }: { rows: Answer['rows']; metric: Metric }) {
  const map = useMemo(() => prepareHourMap(rows, metric), [rows, metric])
  return (
    <>
      <HourMapTable map={map} metric={metric} />
      <p className="hour-sentence">{map.sentence}</p>
    </>
  )
}
