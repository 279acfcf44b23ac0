import { DEFAULT_COMPARISON } from '@half-measure/shared/stats/engine/comparison.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { isCoverageDimension } from '@half-measure/shared/stats/coverage.ts'
import type { Preset } from '@half-measure/shared/stats/presets.ts'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/Loaded.tsx'
import type { CoverageScope } from './ConsentCoverage.tsx'

// Must not delay the figures of a page.
const ConsentCoverage = lazy(async () => ({
  default: (await import('./ConsentCoverage.tsx')).ConsentCoverage,
}))

interface CoverageLineProps {
  scope: CoverageScope
  /** The days covered, where the page's figures are not of the scope's. */
  preset?: Preset
  /** Filters of the page's figures. */
  filters?: readonly Filter[]
  /** The days of the range, where the page does not say them: `of today`. */
  when?: string
  /** On the page of a share link. */
  isShared?: boolean
}

/** The share of all page loads that a page's figures include. Its space is reserved while it loads. */
export function CoverageLine(props: CoverageLineProps) {
  const { scope, preset, filters = [], when, isShared = false } = props
  // Page loads cannot be filtered like these figures.
  if (
    isShared &&
    (scope.bots === 'include' || !filters.every((filter) => isCoverageDimension(filter.dimension)))
  )
    return null
  const covered: CoverageScope = preset
    ? { ...scope, range: { kind: 'preset', preset }, compare: DEFAULT_COMPARISON }
    : scope
  return (
    <section className="coverage" aria-label="Consent coverage">
      <Suspense fallback={<Skeleton rows={1} />}>
        <ConsentCoverage scope={covered} filters={filters} when={when} isShared={isShared} />
      </Suspense>
    </section>
  )
}
