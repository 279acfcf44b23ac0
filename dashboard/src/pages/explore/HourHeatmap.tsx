import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { CSSProperties } from 'react'
import { DownloadButton } from '../../api/DownloadButton.tsx'
import { exportUrl, useStats } from '../../api/stats.ts'
import { addsUp } from '../../charts/extremes.ts'
import { fileName, type Period } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollFrame } from '../../ui/Table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { breakdownDefinitions, type ScopeQuery } from './explore-query.ts'
import { countedIn, hourMetrics, HOURS, hourText, prepareHourHeatmap } from './hour-heatmap.ts'

const HOURS_OF_WEEK = 168

interface HourHeatmapProps {
  metric: Metric
  query: Pick<ScopeQuery, 'filters'>
  period: Period
}

/** A figure by hour and weekday in the publication's zone. Give it another key for another metric. */
export function HourHeatmap({ metric, query, period }: HourHeatmapProps) {
  const now = useNow()
  const metrics = hourMetrics(metric)
  const result = useStats({ ...query, metrics, dimension: 'hour_of_week', limit: HOURS_OF_WEEK }, period)
  return (
    <Panel
      title="Hours of the week"
      note={`${METRICS[metric].label}${addsUp(metric) ? ' per hour, on average' : ''}, UK time`}
    >
      <div className="hour-heatmap">
        <Loaded result={result} rows={7}>
          {(data) =>
            data.rows.length === 0 ? (
              <Empty>Nothing in this period. Choose a longer one above.</Empty>
            ) : (
              <Week rows={data.rows} metric={metric} counted={countedIn(data, period.bounds(now), now)} />
            )
          }
        </Loaded>
      </div>
      <p className="panel-foot note">
        <DownloadButton
          tone="link"
          what="in all by hour of the week"
          url={() => exportUrl({ ...query, metrics, dimension: 'hour_of_week' }, period)}
          name={`${fileName('hours', period)}.csv`}
        />
      </p>
      <Definitions of={breakdownDefinitions('hour_of_week', metrics)} />
    </Panel>
  )
}

interface WeekProps {
  rows: StatsResult['rows']
  metric: Metric
  counted: { from: Date; to: Date }
}

/** Darker means more. Cells show their figures, so nothing depends on colour alone. */
function Week({ rows, metric, counted }: WeekProps) {
  const { days, sentence } = prepareHourHeatmap(rows, metric, counted)
  return (
    <>
      <ScrollFrame label="Table of hours">
        <table ref={scrollPastNight}>
          <caption className="visually-hidden">{METRICS[metric].label} by hour of the week</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Day</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">
                  <abbr title={name}>{name.slice(0, 3)}</abbr>
                </th>
                {cells.map(({ hour, value, heat }) => (
                  <td
                    key={hour}
                    style={{ '--heat': `${Math.round(heat * 100)}%` } as CSSProperties}
                    title={`${name} ${hour}:00: ${hourText(metric, value)}`}
                  >
                    {value === null || value === 0 ? '' : hourText(metric, value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <p className="note">{sentence}</p>
    </>
  )
}

const MORNING = 7

/** If the day does not fit, scrolls to the morning. */
function scrollPastNight(table: HTMLTableElement | null): void {
  const frame = table?.parentElement
  const morning = table?.querySelectorAll<HTMLElement>('thead th')[MORNING + 1]
  const label = table?.querySelector<HTMLElement>('thead th')
  if (frame && morning && label) frame.scrollLeft = morning.offsetLeft - label.offsetWidth
}
