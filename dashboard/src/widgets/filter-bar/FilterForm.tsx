import { Dimension, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { FILTER_OPERATORS, type Filter } from '@half-measure/shared/stats/engine/question.ts'
import { useId, useState } from 'react'
import type { Period } from '../../filters/period.ts'
import { OPERATOR_WORDS } from '../../format/filter-words.ts'
import { FilterValues } from './FilterValues.tsx'

interface FilterFormProps {
  /** What is there at first; its values may be none. */
  filter: Filter
  period: Period
  onApply: (filter: Filter) => void
}

/** A sentence to be completed: page, is not, these values. */
export function FilterForm({ filter, period, onApply }: FilterFormProps) {
  const id = useId()
  const [draft, setDraft] = useState(filter)
  return (
    <form
      className="filter-form"
      action={() => {
        if (draft.values.length > 0) onApply(draft)
      }}
    >
      <div className="filter-form-head">
        <label htmlFor={`${id}-dimension`} className="visually-hidden">
          Filter by
        </label>
        <select
          id={`${id}-dimension`}
          value={draft.dimension}
          // Values of one kind mean nothing to another.
          onChange={(event) =>
            setDraft({ ...draft, dimension: Dimension.parse(event.target.value), values: [] })
          }
        >
          {Dimension.options.map((dimension) => (
            <option key={dimension} value={dimension}>
              {DIMENSIONS[dimension]}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-operator`} className="visually-hidden">
          How
        </label>
        <select
          id={`${id}-operator`}
          value={draft.operator}
          onChange={(event) => {
            const operator = FILTER_OPERATORS.find((one) => one === event.target.value)
            if (operator) setDraft({ ...draft, operator })
          }}
        >
          {FILTER_OPERATORS.map((operator) => (
            <option key={operator} value={operator}>
              {OPERATOR_WORDS[operator]}
            </option>
          ))}
        </select>
      </div>
      <FilterValues
        key={draft.dimension}
        dimension={draft.dimension}
        operator={draft.operator}
        values={draft.values}
        period={period}
        onValues={(values) => setDraft({ ...draft, values })}
      />
      <button type="submit" className="button button-primary" aria-disabled={draft.values.length === 0}>
        Apply
      </button>
    </form>
  )
}
