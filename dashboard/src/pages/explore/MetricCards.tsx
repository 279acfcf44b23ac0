import type { StatsResult, Provenance } from '@half-measure/shared/stats/engine/stats-result.ts'
import { Metric, METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { ReactNode } from 'react'
import { Sparkline } from '../../charts/Sparkline.tsx'
import { comparisonText, countedUntil } from '../../charts/counted-since.ts'
import { countedOfRows, wholeValues } from '../../charts/series.ts'
import { deltaIn, exactFigure, shortFigure } from '../../format/metric.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { formatClockWithSeconds } from '../../format/time.ts'
import type { Period } from '../../time/period.ts'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { AboutFigure } from './AboutFigure.tsx'
import type { Result } from '../../ui/result.ts'
import { useNow } from '../../ui/use-now.ts'

interface MetricCardsProps {
  /** Every figure, by interval. */
  result: Result<StatsResult>
  period: Period
  interval: Bucket
  /** The metric that chart and breakdowns show. */
  chosen: Metric
  /** Null unless counting began within the compared range. */
  countedSince: Date | null
  onChoose: (metric: Metric) => void
  /** URL of the API with one figure alone. */
  apiUrl: (metric: Metric) => string
  children: ReactNode
}

/** Every figure of the period, its change and its shape over time, as far as it is complete; a press chooses it. */
export function MetricCards(props: MetricCardsProps) {
  const { result, period, interval, chosen, countedSince, onChoose, apiUrl, children } = props
  const now = useNow()
  const cards = (data?: StatsResult) => {
    const counted = data ? countedOfRows(data, interval, period.bounds(now)) : []
    return (
      <ul className="metrics">
        {Metric.options.map((metric) => {
          const value = data?.totals.figures[metric]
          return (
            <li key={metric}>
              <button
                type="button"
                className="metric"
                aria-pressed={metric === chosen}
                onClick={() => onChoose(metric)}
              >
                <span className="metric-label">{METRICS[metric].label}</span>
                <span className="figure" title={data && exactFigure(metric, value)}>
                  {data && shortFigure(metric, value)}
                </span>
                <span className="note">
                  {data?.totals.compared && (
                    <DeltaMark delta={deltaIn(metric, data.totals.figures, data.totals.compared)} />
                  )}
                </span>
                <Sparkline values={data ? wholeValues(data, metric, counted) : []} />
              </button>
              {data && (
                <AboutMetric metric={metric} provenance={data.provenance} apiUrl={() => apiUrl(metric)} />
              )}
            </li>
          )
        })}
        <li>{children}</li>
      </ul>
    )
  }
  return (
    <section aria-label="Figures">
      <Loaded result={result} placeholder={cards()}>
        {(data) => (
          <>
            {cards(data)}
            {data.compared_range && (
              <p className="note">
                {comparisonText(
                  data.compared_range,
                  countedSince,
                  period,
                  countedUntil(data.provenance, now),
                )}
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

interface AboutMetricProps {
  metric: Metric
  provenance: Provenance
  apiUrl: () => string
}

/** What a figure counts, where it comes from, and how to query it without this page. */
function AboutMetric({ metric, provenance, apiUrl }: AboutMetricProps) {
  const { label, definition } = METRICS[metric]
  const { as_of, rows_read, took_ms, cached } = provenance
  return (
    <AboutFigure label={label} definition={definition}>
      {() => (
        <dl className="note">
          <div>
            <dt>As of</dt>
            <dd>{formatClockWithSeconds(new Date(as_of))} UK time</dd>
          </div>
          <div>
            <dt>Cost</dt>
            <dd>
              {cached ? 'none, from the cache' : `${countOf(rows_read, 'row')} in ${Math.round(took_ms)} ms`}
            </dd>
          </div>
          <div>
            <dt>API</dt>
            <dd>
              <code>GET {apiUrl()}</code>
            </dd>
          </div>
        </dl>
      )}
    </AboutFigure>
  )
}
