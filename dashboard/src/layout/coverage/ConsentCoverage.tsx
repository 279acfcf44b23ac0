import { readCoverage } from '@half-measure/shared/routes/coverage.ts'
import { type Coverage, isCoverageDimension, NOTABLE_POINTS } from '@half-measure/shared/stats/coverage.ts'
import { type Dimension, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useCollection } from '../../api/delivery.ts'
import { filterParams, useReport } from '../../api/stats.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { formatCount } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { periodOf } from '../../time/period.ts'
import { Bar } from '../../ui/Bar.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { useNow } from '../../ui/use-now.ts'

/** The range of the page loads, and its comparison. */
export type CoverageScope = Pick<UsedScope, 'range' | 'today' | 'bots' | 'compare' | 'hrefOf'>

// Few people open it.
const CoverageDetails = lazy(async () => ({
  default: (await import('./CoverageDetails.tsx')).CoverageDetails,
}))

interface ConsentCoverageProps {
  scope: CoverageScope
  filters: readonly Filter[]
  when: string | undefined
  /** On the page of a share link: no details, which link to pages that it does not open. */
  isShared: boolean
}

/** The share in a line, which expands. */
export function ConsentCoverage({ scope, filters, when, isShared }: ConsentCoverageProps) {
  const { range, today, compare } = scope
  // Bots never accept, so neither part of the share counts them.
  const period = periodOf(range, today, 'exclude')
  const now = useNow()
  const applied = filters.filter(({ dimension }) => isCoverageDimension(dimension))
  const query = filterParams(applied)
  if (compare !== null) query.set('compare', compare)
  const result = useReport(readCoverage, period, { query })
  const [isOpen, setOpen] = useState(false)
  const dimensions = filters.map(({ dimension }) => dimension)
  // Withheld from a share link for few readers; the figures report any other failure too.
  if (isShared && result.status === 'failed') return null
  return (
    <Loaded result={result} what="Consent coverage" rows={1}>
      {(coverage) => {
        const { from, to } = period.bounds(now)
        const words = coverageText(coverage, from, dimensions, when)
        if (words.share === null) return <p className="note">{words.text}</p>
        const line = (
          <>
            {words.text}
            <Bar className="share-bar" part={words.share / 100} />
          </>
        )
        return (
          <>
            {isShared ? (
              <p className="note">{line}</p>
            ) : (
              <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
                <summary>{line}</summary>
                {isOpen && (
                  <Suspense>
                    <CoverageDetails period={period} filters={applied} scope={scope} />
                  </Suspense>
                )}
              </details>
            )}
            {words.warning !== null &&
              // A share link does not open the delivery report.
              (isShared ? (
                <p className="note">{words.warning}</p>
              ) : (
                <ChangeWarning until={to}>{words.warning}</ChangeWarning>
              ))}
          </>
        )
      }}
    </Loaded>
  )
}

interface CoverageText {
  text: string
  /** In percent; null where there is none. */
  share: number | null
  /** What a change in coverage does to comparisons. */
  warning: string | null
}

/**
 * Page loads are counted at once, events once they are loaded: until those of the period are, its share is too low, and
 * a fall is not one of readers who accept.
 *
 * @param until end of the period, ISO 8601.
 */
export function ChangeWarning({ until, children }: { until: string; children: ReactNode }) {
  const collection = useCollection()
  const isLate = collection?.problem === 'late' && collection.completeUpTo.getTime() < Date.parse(until)
  return !isLate && <p className="note">{children}</p>
}

/**
 * @param from start of the period, ISO 8601.
 * @param filters dimensions that filter the figures; not all filter the page loads.
 * @param when days of the figures: `of today`.
 */
export function coverageText(
  { counted_since, totals, compared }: Pick<Coverage, 'counted_since' | 'totals' | 'compared'>,
  from: string,
  filters: readonly Dimension[] = [],
  when?: string,
): CoverageText {
  const { coverage: share, page_loads } = totals
  if (counted_since === null) {
    const text =
      'No page loads have been counted yet, so nobody knows how many readers these figures miss. Open any page of the magazine: it is counted within seconds. If it is not, a cache or another server responds instead of the collector.'
    return { text, share: null, warning: null }
  }
  const since = `counted since ${formatMoment(counted_since)}`
  const isPart = Date.parse(counted_since) > Date.parse(from)
  const applied = namesOf(filters.filter(isCoverageDimension))
  const leftOut = namesOf(filters.filter((dimension) => !isCoverageDimension(dimension)))
  if (share === null) {
    const match = applied && ` match the filter on ${applied}`
    const counted = isPart || !applied ? `; they have been ${since}` : ''
    return { text: `No page loads in this period${match}${counted}.`, share, warning: null }
  }
  const loads = `${formatCount(page_loads)} page loads${isPart ? `, ${since}` : ''}`
  const figures = when === undefined ? 'these figures' : `figures ${when}`
  const subject = leftOut
    ? `Before the filter on ${leftOut}, ${figures}`
    : figures.charAt(0).toUpperCase() + figures.slice(1)
  return {
    text: `${subject} cover ${roundedShare(share)} of ${loads}`,
    share,
    warning: changeWarning(share, compared?.coverage ?? null),
  }
}

/** `page, country and source`, or nothing. */
function namesOf(dimensions: readonly Dimension[]): string {
  const names = [...new Set(dimensions)].map((dimension) => DIMENSIONS[dimension].toLowerCase())
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function changeWarning(share: number, before: number | null): string | null {
  if (before === null || Math.abs(share - before) < NOTABLE_POINTS) return null
  const [change, readers] = share > before ? ['rise', 'more'] : ['fall', 'fewer']
  return `In the comparison period it was ${roundedShare(before)}, so part of any ${change} in page views and sessions is that ${readers} readers accepted.`
}

/** Counts of page loads are approximate: no decimals. */
function roundedShare(share: number): string {
  return share > 0 && share < 1 ? 'less than 1%' : `about ${Math.round(share)}%`
}
