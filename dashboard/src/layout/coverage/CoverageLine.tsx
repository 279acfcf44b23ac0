import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { isCoverageDimension } from '@half-measure/shared/stats/coverage.ts'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/Loaded.tsx'
import type { CoverageScope, SharedCoverageScope } from './ConsentCoverage.tsx'

// Must not delay the figures of a page.
const ConsentCoverage = lazy(async () => ({
  default: (await import('./ConsentCoverage.tsx')).ConsentCoverage,
}))

const SharedCoverage = lazy(async () => ({ default: (await import('./ConsentCoverage.tsx')).SharedCoverage }))

interface CoverageLineProps {
  scope: CoverageScope
  /** Filters of the page's figures. */
  filters?: readonly Filter[]
  /** The days of the range, where the page does not say them: `of today`. */
  when?: string
}

/** The share of all page loads that a page's figures include. Its space is reserved while it loads. */
export function CoverageLine({ scope, filters = [], when }: CoverageLineProps) {
  return (
    <section className="coverage" aria-label="Consent coverage">
      <Suspense fallback={<Skeleton rows={1} />}>
        <ConsentCoverage scope={scope} filters={filters} when={when} />
      </Suspense>
    </section>
  )
}

/** The same for a share link's view, if page loads can be filtered like its figures. */
export function SharedCoverageLine({ scope }: { scope: SharedCoverageScope }) {
  const { period, filters } = scope
  if (period.bots === 'include' || !filters.every(({ dimension }) => isCoverageDimension(dimension)))
    return null
  return (
    <section className="coverage" aria-label="Consent coverage">
      <Suspense fallback={<Skeleton rows={1} />}>
        <SharedCoverage scope={scope} />
      </Suspense>
    </section>
  )
}
