import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { lazy, Suspense } from 'react'
import type { UsedScope } from '../../filters/use-scope.ts'

// The figures of a page do not wait for it.
const ConsentCoverage = lazy(async () => ({
  default: (await import('./ConsentCoverage.tsx')).ConsentCoverage,
}))

interface CoverageLineProps {
  scope: Pick<UsedScope, 'range' | 'today' | 'hrefOf'>
  /** Of the page's figures. */
  filters?: readonly Filter[]
  /** The days of the range, where the page does not say them: `of today`. */
  when?: string
}

/** What share of all page loads the figures of a page see. Its place is kept until it is there. */
export function CoverageLine({ scope, filters = [], when }: CoverageLineProps) {
  return (
    <section className="coverage" aria-label="Consent coverage">
      <Suspense>
        <ConsentCoverage scope={scope} filters={filters} when={when} />
      </Suspense>
    </section>
  )
}
