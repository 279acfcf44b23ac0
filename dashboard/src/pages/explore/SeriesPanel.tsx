import type { Annotations } from '@half-measure/shared/workspace/annotation.ts'
import { listAnnotations } from '@half-measure/shared/routes/views.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { possibleIntervals } from '../../charts/interval.ts'
import { SeriesFigure } from '../../charts/SeriesFigure.tsx'
import type { Days, Period } from '../../time/period.ts'
import { Select } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Result } from '../../ui/result.ts'
import { AnnotationList } from './AnnotationList.tsx'

interface SeriesPanelProps {
  /** Every figure, by interval; one of them is drawn. */
  result: Result<StatsResult>
  period: Period
  interval: Bucket
  metric: Metric
  onInterval: (interval: Bucket) => void
  zoomHref: (days: Days) => string
  annotations?: Annotations | undefined
  children?: ReactNode
}

/** A figure over time. */
export function SeriesPanel(props: SeriesPanelProps) {
  const { result, period, interval, metric, onInterval, zoomHref, annotations, children } = props
  const options = possibleIntervals(period.days).map((value) => ({ value, label: `by ${value}` }))
  return (
    <Panel
      title={METRICS[metric].label}
      tools={
        <Select label="Interval" isLabelHidden value={interval} options={options} onChange={onInterval} />
      }
    >
      <div className="series">
        <Loaded result={result} placeholder={<div className="chart-box chart-wait" />}>
          {(data) => (
            <SeriesFigure
              data={data}
              period={period}
              interval={interval}
              metric={metric}
              annotations={annotations}
              zoomHref={zoomHref}
            />
          )}
        </Loaded>
      </div>
      {children}
    </Panel>
  )
}

/** The same with annotations, for administrators. */
export function AnnotatedSeriesPanel(props: SeriesPanelProps) {
  const { from, to } = props.period.days
  const result = useApiQuery(listAnnotations, { query: { from, to } }, { placeholderData: keepPreviousData })
  return (
    <SeriesPanel {...props} annotations={result.status === 'ready' ? result.data : undefined}>
      <AnnotationList lastDay={to} result={result} />
    </SeriesPanel>
  )
}
