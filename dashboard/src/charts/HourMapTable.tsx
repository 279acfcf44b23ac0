import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { CSSProperties } from 'react'
import { exactFigure, shortFigure } from '../format/figure.ts'
import type { HourMap } from './prepare-hour-map.ts'
import { ScrollFrame } from '../ui/ScrollFrame.tsx'

interface HourMapTableProps {
  map: HourMap
  metric: Metric
}

/** A week of hours: the darker, the more. The figures stand in it, so that colour says nothing alone. */
export function HourMapTable({ map, metric }: HourMapTableProps) {
  return (
    <ScrollFrame label="Table of hours">
      <table className="hours">
        <caption className="visually-hidden">{METRICS[metric].label} by hour of the week</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Day</span>
            </th>
            {map.hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.days.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">
                <abbr title={name}>{name.slice(0, 3)}</abbr>
              </th>
              {cells.map(({ hour, value, heat }) => (
                <td
                  key={hour}
                  style={{ '--heat': `${Math.round(heat * 100)}%` } as CSSProperties}
                  title={`${name} ${hour}:00: ${exactFigure(metric, value)}`}
                >
                  {value === null || value === 0 ? '' : shortFigure(metric, value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
