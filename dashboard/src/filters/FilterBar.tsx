import { type Filter, MAX_FILTERS } from '@half-measure/shared/stats/engine/stats-query.ts'
import { filterLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Form.tsx'
import { Popover } from '../ui/Popover.tsx'
import { replaceAt } from './change-filters.ts'
import { ComparisonPicker } from './ComparisonPicker.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import { useValueLabel } from './use-value-label.ts'
import type { UsedScope } from './use-scope.ts'

// Fetched when it is first opened.
const FilterForm = lazy(async () => ({ default: (await import('./FilterForm.tsx')).FilterForm }))

interface FilterBarProps {
  scope: UsedScope
  /** Whether its figures can be compared. */
  isCompared?: boolean
  /** The page's own controls. */
  children?: ReactNode
}

/**
 * The scope of all figures of a page. Always visible; on small screens, but not in print, everything except the period
 * is in a sheet.
 */
export function FilterBar({ scope, isCompared = true, children }: FilterBarProps) {
  const { range, period, today, bots, compare, filters, change } = scope
  const isNarrow = useMedia('screen and (width < 48rem)')
  const rest = (
    <>
      {isCompared && (
        <ComparisonPicker
          compare={compare}
          days={period.days}
          today={today}
          onChange={(chosen) => change({ compare: chosen })}
        />
      )}
      <Checkbox
        label="Include bots"
        checked={bots === 'include'}
        onChange={(included) => change({ bots: included ? 'include' : 'exclude' })}
      />
      <FilterChips scope={scope} />
      {children}
    </>
  )
  return (
    <div className="filter-bar row">
      <PeriodPicker range={range} today={today} onChange={(chosen) => change({ range: chosen })} />
      {isNarrow ? (
        <Popover
          button={filters.length === 0 ? 'Filters' : countOf(filters.length, 'filter')}
          title="Filters"
          className="stack"
        >
          {() => rest}
        </Popover>
      ) : (
        rest
      )}
    </div>
  )
}

const NEW_FILTER: Filter = { operator: 'is', dimension: 'page', values: [] }

/** Filters can be changed, removed and added. */
export function FilterChips({ scope: { filters, period, change } }: Pick<FilterBarProps, 'scope'>) {
  const labelOf = useValueLabel()
  const form = (filter: Filter, at: number) => (close: () => void) => (
    <Suspense fallback={<p className="filter-form">Loading…</p>}>
      <FilterForm
        filter={filter}
        period={period}
        onApply={(changed) => {
          close()
          change({ filters: replaceAt(filters, at, changed) })
        }}
      />
    </Suspense>
  )
  return (
    <fieldset className="row" aria-label="Filters">
      {filters.map((filter, at) => {
        const label = filterLabel(filter, labelOf)
        return (
          <span key={label} className="chip">
            <Popover
              button={label}
              label={`Change the filter: ${label}`}
              buttonClass="chip-label"
              title="Change a filter"
            >
              {form(filter, at)}
            </Popover>
            <button
              type="button"
              className="chip-remove"
              aria-label={`Remove the filter: ${label}`}
              onClick={() => change({ filters: replaceAt(filters, at, null) })}
            >
              ×
            </button>
          </span>
        )
      })}
      {filters.length < MAX_FILTERS && (
        <Popover button="Add a filter" title="Add a filter">
          {form(NEW_FILTER, filters.length)}
        </Popover>
      )}
      {filters.length > 0 && (
        <Button tone="link" onClick={() => change({ filters: [] })}>
          Clear all
        </Button>
      )}
    </fieldset>
  )
}

/** Whether the window matches a media query. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
