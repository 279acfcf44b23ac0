import type { Filter } from '@half-measure/shared/stats/engine/question.ts'
import { MOST_FILTERS } from '../../filters/explore-view.ts'
import { replaceAt } from '../../filters/change-filters.ts'
import type { Period } from '../../filters/period.ts'
import { filterWords } from '../../format/filter-words.ts'
import { Popover } from '../../ui/Popover.tsx'
import { FilterForm } from './FilterForm.tsx'

interface FilterBarProps {
  filters: Filter[]
  period: Period
  onChange: (filters: Filter[]) => void
}

const FIRST: Filter = { operator: 'is', dimension: 'page', values: [] }

/** What the figures are narrowed down to: each filter can be changed and removed, and more be added. */
export function FilterBar({ filters, period, onChange }: FilterBarProps) {
  const form = (filter: Filter, at: number) => (close: () => void) => (
    <FilterForm
      filter={filter}
      period={period}
      onApply={(changed) => {
        close()
        onChange(replaceAt(filters, at, changed))
      }}
    />
  )
  return (
    <fieldset className="filter-bar" aria-label="Filters">
      {filters.map((filter, at) => {
        const words = filterWords(filter)
        return (
          <span key={words} className="chip">
            <Popover
              button={words}
              label={`Change the filter: ${words}`}
              buttonClass="chip-words"
              title="Change a filter"
              className="filter-popover"
            >
              {form(filter, at)}
            </Popover>
            <button
              type="button"
              className="chip-remove"
              aria-label={`Remove the filter: ${words}`}
              onClick={() => onChange(replaceAt(filters, at, null))}
            >
              ×
            </button>
          </span>
        )
      })}
      {filters.length < MOST_FILTERS && (
        <Popover button="Add a filter" title="Add a filter" className="filter-popover">
          {form(FIRST, filters.length)}
        </Popover>
      )}
      {filters.length > 0 && (
        <button type="button" className="link-button" onClick={() => onChange([])}>
          Clear all
        </button>
      )}
    </fieldset>
  )
}
