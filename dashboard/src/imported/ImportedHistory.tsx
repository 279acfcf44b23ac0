import { HISTORY_PROVIDERS } from '@half-measure/shared/stats/imported-history.ts'
import { readImported } from '@half-measure/shared/routes/history.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApiQuery } from '../api/queries.ts'
import { formatDay } from '../format/time.ts'
import type { Days } from '../time/period.ts'
import { Panel } from '../ui/Panel.tsx'
import { beforeCounting } from './imported-points.ts'

// Most magazines have none, and do not need to load its chart.
const ImportedSeries = lazy(async () => ({ default: (await import('./ImportedSeries.tsx')).ImportedSeries }))

/** It changes only with an import. Milliseconds. */
const FRESH_MS = 60_000

/** Figures that other products counted before this one did; nothing without such days. */
export function ImportedHistory({ days }: { days: Days }) {
  const query = { first_day: days.from, last_day: days.to }
  const result = useApiQuery(
    readImported,
    { query },
    { staleTime: FRESH_MS, placeholderData: keepPreviousData },
  )
  if (result.status !== 'ready') return null
  const { counted_since } = result.data
  const until = counted_since === null ? '' : `, until counting began here on ${formatDay(counted_since)}`
  const earlier = beforeCounting(result.data)
  if (earlier.length === 0) return null
  return (
    <div className="grid-wide stack">
      {earlier.map((series) => {
        const { label, visits } = HISTORY_PROVIDERS[series.provider]
        return (
          <Panel
            key={series.provider}
            title={`Imported from ${label}`}
            note={`Page views and ${visits} as ${label} counts them${until}. They are in no other figure.`}
          >
            <Suspense fallback={<div className="chart-box chart-wait" />}>
              <ImportedSeries {...series} />
            </Suspense>
          </Panel>
        )
      })}
    </div>
  )
}
