import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { ReactNode } from 'react'
import { Sparkline } from '../../charts/Sparkline.tsx'
import { deltaOf } from '../../format/delta.ts'
import { exactFigure, shortFigure } from '../../format/figure.ts'
import { DeltaMark } from '../../ui/DeltaMark.tsx'

interface MetricCardProps {
  metric: Metric
  value: number | null | undefined
  /** In the period compared with; undefined where none is. */
  before: number | null | undefined
  /** Over time. */
  shape: (number | null)[]
  /** The figure is on its way. */
  waiting: boolean
  chosen: boolean
  onChoose: () => void
  /** What there is to know about the figure. */
  children: ReactNode
}

export function MetricCard({
  metric,
  value,
  before,
  shape,
  waiting,
  chosen,
  onChoose,
  children,
}: MetricCardProps) {
  return (
    <li className="metric">
      <button type="button" className="metric-choice" aria-pressed={chosen} onClick={onChoose}>
        <span className="metric-label">{METRICS[metric].label}</span>
        <span className="figure-value metric-figure" title={waiting ? undefined : exactFigure(metric, value)}>
          {!waiting && shortFigure(metric, value)}
        </span>
        <span className="metric-change">
          {before !== undefined && !waiting && <DeltaMark delta={deltaOf(metric, value, before)} />}
        </span>
        <Sparkline values={shape} />
      </button>
      {children}
    </li>
  )
}
