import { Dimension, DIMENSIONS, READ_MARKS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { type Filter, FILTER_OPERATORS } from '@half-measure/shared/stats/engine/stats-query.ts'
import { depthsFrom, markLabel, OPERATOR_LABELS } from '@half-measure/shared/stats/engine/labels.ts'
import { useState } from 'react'
import { useStats } from '../api/stats.ts'
import { Button } from '../ui/Button.tsx'
import { Form, Select } from '../ui/Form.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import type { Period } from '../time/period.ts'
import { useValueLabel } from './use-value-label.ts'

interface FilterFormProps {
  /** Its values may be empty. */
  filter: Filter
  period: Period
  onApply: (filter: Filter) => void
}

const DIMENSION_OPTIONS = Dimension.options.map((value) => ({ value, label: DIMENSIONS[value] }))
const OPERATOR_OPTIONS = FILTER_OPERATORS.map((value) => ({ value, label: OPERATOR_LABELS[value] }))

/** A sentence to complete: page, is not, these values. */
export function FilterForm({ filter, period, onApply }: FilterFormProps) {
  const [draft, setDraft] = useState(filter)
  const { dimension, operator } = draft
  /** What is in the field, and not among the values yet. */
  const [text, setText] = useState('')
  const complete = withValue(draft, text)
  const isEmpty = complete.values.length === 0
  return (
    <div className="filter-form">
      <Form busy={isEmpty} onSubmit={() => onApply(complete)}>
        <div className="row grow-first">
          <Select
            label="Filter by"
            isLabelHidden
            value={dimension}
            options={DIMENSION_OPTIONS}
            // Values of one dimension mean nothing to another.
            onChange={(chosen) => {
              setDraft({ ...draft, dimension: chosen, values: [] })
              setText('')
            }}
          />
          <Select
            label="Operator"
            isLabelHidden
            value={operator}
            options={OPERATOR_OPTIONS}
            onChange={(chosen) => setDraft({ ...draft, operator: chosen })}
          />
        </div>
        <FilterValues
          key={dimension}
          filter={draft}
          text={text}
          period={period}
          onText={setText}
          onValues={(chosen) => setDraft({ ...draft, values: chosen })}
        />
        <Button type="submit" tone="primary" busy={isEmpty}>
          Apply
        </Button>
      </Form>
    </div>
  )
}

const MAX_VALUES = 20

/** The filter with what was typed as a value. */
function withValue(filter: Filter, text: string): Filter {
  const { values } = filter
  const typed = text.trim()
  if (typed === '' || values.includes(typed) || values.length >= MAX_VALUES) return filter
  return { ...filter, values: [...values, typed] }
}

const SUGGESTIONS = 8
/** Milliseconds without typing that end a word. */
const PAUSE_MS = 250

interface FilterValuesProps {
  filter: Filter
  text: string
  period: Period
  onText: (text: string) => void
  onValues: (values: string[]) => void
}

/** Values to choose from, the most frequent first; typed text narrows them down, or is added as a value. */
function FilterValues({ filter, text, period, onText, onValues }: FilterValuesProps) {
  const { dimension, operator, values } = filter
  const labelOf = useValueLabel()
  const typed = text.trim()
  const search = useDebounced(typed, PAUSE_MS)
  const result = useStats(
    { metrics: [countedBy(dimension)], dimension, limit: SUGGESTIONS, ...(search !== '' && { search }) },
    period,
  )
  const suggested = result.status === 'ready' ? result.data.rows.map(({ key }) => key) : []
  const offered = [...new Set([...values, ...suggested])]
  const isFull = values.length >= MAX_VALUES

  function add() {
    if (typed === '' || isFull) return
    onValues([...withValue(filter, text).values])
    onText('')
  }

  return (
    <>
      {dimension === 'read_depth' && (
        <fieldset className="row" aria-label="Depth reached at least">
          {READ_MARKS.map((mark) => (
            <Button
              key={mark}
              aria-pressed={depthsFrom(mark).join() === values.join()}
              onClick={() => onValues(depthsFrom(mark))}
            >
              {markLabel(mark)}
            </Button>
          ))}
        </fieldset>
      )}
      <div className="row grow-first">
        <input
          aria-label="Search for a value, or type one"
          value={text}
          maxLength={200}
          autoComplete="off"
          placeholder={operator === 'contains' ? 'Text within the value' : 'Search or type a value'}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            // With nothing typed, Enter applies the filter.
            if (event.key !== 'Enter' || typed === '') return
            event.preventDefault()
            add()
          }}
        />
        <Button busy={typed === ''} onClick={add}>
          Add
        </Button>
      </div>
      <fieldset className="filter-values" aria-label="Values" aria-busy={result.status === 'loading'}>
        {offered.map((value) => (
          <label key={value} className="checkbox">
            <input
              type="checkbox"
              checked={values.includes(value)}
              disabled={isFull && !values.includes(value)}
              onChange={({ target }) =>
                onValues(target.checked ? [...values, value] : values.filter((other) => other !== value))
              }
            />
            <span>{labelOf(dimension, value)}</span>
          </label>
        ))}
        {result.status === 'failed' && <p>Values could not be loaded. {result.reason}</p>}
        {result.status === 'ready' && offered.length === 0 && (
          <p className="note">
            {search === '' ? 'No values in this period.' : 'No value contains this text.'}
          </p>
        )}
      </fieldset>
    </>
  )
}

/** Values of reader actions are ordered by count, all others by sessions. */
function countedBy(dimension: Dimension) {
  if (dimension === 'element') return 'clicks'
  return dimension === 'event_type' || dimension === 'product' ? 'goals' : 'sessions'
}
