import type { Provenance } from '@half-measure/shared/stats/engine/answer.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { countOf } from '../../format/number.ts'
import { formatClockWithSeconds } from '../../format/time.ts'
import { Popover } from '../../ui/Popover.tsx'

interface MetricContractProps {
  metric: Metric
  provenance: Provenance
  /** Path and query that answer with this figure. */
  call: () => string
}

/** What a figure counts, how far it can be trusted, and how to ask for it without this page. */
export function MetricContract({ metric, provenance, call }: MetricContractProps) {
  const { label, definition } = METRICS[metric]
  const { exact, as_of, tables, because, rows_read, took_ms, cached } = provenance
  return (
    <Popover
      label={`About ${label}`}
      button="i"
      buttonClass="metric-about"
      title={`About ${label}`}
      className="contract"
    >
      {() => (
        <>
          <h2>{label}</h2>
          <p>{definition}</p>
          <dl>
            <div>
              <dt>Counted</dt>
              <dd>{exact ? 'exactly' : 'as an estimate; below is how'}</dd>
            </div>
            <div>
              <dt>As of</dt>
              <dd>{formatClockWithSeconds(new Date(as_of))} UK time</dd>
            </div>
            <div>
              <dt>From</dt>
              <dd>
                {tables.join(', ')}: {because}
              </dd>
            </div>
            <div>
              <dt>Cost</dt>
              <dd>
                {cached ? 'kept from before' : `${countOf(rows_read, 'row')} in ${Math.round(took_ms)} ms`}
              </dd>
            </div>
            <div>
              <dt>Ask</dt>
              <dd>
                <span className="contract-call">GET {decodeURIComponent(call())}</span>
              </dd>
            </div>
          </dl>
        </>
      )}
    </Popover>
  )
}
