import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Filter } from '@half-measure/shared/stats/engine/question.ts'
import { useId, useState } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { panelMetrics } from '../../filters/asked.ts'
import type { Period } from '../../filters/period.ts'
import { valueLabel } from '../../format/value-label.ts'
import { usePaused } from '../../ui/use-paused.ts'

interface FilterValuesProps {
  dimension: Dimension
  operator: Filter['operator']
  values: string[]
  period: Period
  onValues: (values: string[]) => void
}

const MOST_VALUES = 20
const SUGGESTIONS = 8
/** A pause in typing this long is the end of a word. */
const PAUSE_MS = 250

/** Values to choose from, the most frequent ones first; what is typed narrows them down, and can be added as it is. */
export function FilterValues({ dimension, operator, values, period, onValues }: FilterValuesProps) {
  const id = useId()
  const [text, setText] = useState('')
  const search = usePaused(text.trim(), PAUSE_MS)
  const [metric] = panelMetrics(dimension, 'sessions')
  const answer = useAnswer(
    { metrics: [metric], dimension, limit: SUGGESTIONS, ...(search !== '' && { search }) },
    period,
  )
  const suggested = answer.status === 'ready' ? answer.data.rows.map(({ key }) => key) : []
  const offered = [...new Set([...values, ...suggested])]
  const isFull = values.length >= MOST_VALUES

  function add() {
    const value = text.trim()
    if (value === '' || isFull) return
    if (!values.includes(value)) onValues([...values, value])
    setText('')
  }

  return (
    <>
      <div className="filter-search">
        <label htmlFor={id} className="visually-hidden">
          Search for a value, or type one
        </label>
        <input
          id={id}
          value={text}
          maxLength={200}
          autoComplete="off"
          placeholder={operator === 'contains' ? 'Text within the value' : 'Search or type a value'}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // With nothing typed, Enter applies the filter.
            if (event.key !== 'Enter' || text.trim() === '') return
            event.preventDefault()
            add()
          }}
        />
        <button type="button" className="button" aria-disabled={text.trim() === ''} onClick={add}>
          Add
        </button>
      </div>
      <fieldset className="filter-values" aria-busy={answer.status === 'loading'}>
        <legend className="visually-hidden">Values</legend>
        {offered.map((value) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={values.includes(value)}
              disabled={isFull && !values.includes(value)}
              onChange={(event) =>
                onValues(
                  event.target.checked ? [...values, value] : values.filter((other) => other !== value),
                )
              }
            />
            <span>{valueLabel(dimension, value)}</span>
          </label>
        ))}
        {answer.status === 'failed' && <p>Values could not be fetched. {answer.reason}</p>}
        {answer.status === 'ready' && offered.length === 0 && (
          <p>{search === '' ? 'No values in this period.' : 'No value has that in it.'}</p>
        )}
      </fieldset>
    </>
  )
}
