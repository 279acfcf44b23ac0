import { Dimension, DIMENSIONS, READ_MARKS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { type Filter, FILTER_OPERATORS } from '@half-measure/shared/stats/engine/stats-query.ts'
import { depthsFrom, markLabel, OPERATOR_LABELS } from '@half-measure/shared/stats/engine/labels.ts'
import { useEffect, useRef, useState } from 'react'
import { useStats, useStatsCall } from '../api/stats.ts'
import { Button } from '../ui/Button.tsx'
import { Form, Select } from '../ui/Form.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import type { Period } from '../time/period.ts'
import { meantValues, valuesQuery } from './filter-values.ts'
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
  const { dimension, operator, values } = draft
  /** What is in the field, and not among the values yet. */
  const [text, setText] = useState('')
  const typed = text.trim()
  const isEmpty = values.length === 0 && typed === ''
  const [lookedUp, setLookedUp] = useState<string | null>(null)
  const meant = useMeantValue(period)
  // While a value is looked up, another may be chosen, the page's filters may change, and the form may be closed.
  const apply = useRef<((complete: Completion) => void) | null>(null)
  useEffect(() => {
    apply.current = (complete) => {
      const completed = complete(draft)
      if (completed.values.length > 0) onApply(completed)
    }
    return () => {
      apply.current = null
    }
  })

  /** Adds what was typed to the filter as it is by then. */
  async function completion(): Promise<Completion> {
    if (typed === '') return (now) => now
    setLookedUp(typed)
    const value = operator === 'contains' ? typed : await meant(dimension, typed)
    setLookedUp(null)
    return (now) => {
      if (now.dimension !== dimension || now.values.length >= MAX_VALUES) return now
      return { ...now, values: [...new Set([...now.values, value])] }
    }
  }

  async function add() {
    const complete = await completion()
    setDraft(complete)
    if (values.length < MAX_VALUES) setText((now) => (now === text ? '' : now))
  }

  async function submit() {
    const complete = await completion()
    apply.current?.(complete)
  }

  return (
    <div className="filter-form">
      <Form busy={isEmpty} onSubmit={submit}>
        <div className="row grow-first">
          <Select
            label="Filter by"
            isLabelHidden
            value={dimension}
            options={DIMENSION_OPTIONS}
            // Values of one dimension mean nothing to another.
            onChange={(chosen) => {
              setDraft((now) => ({ ...now, dimension: chosen, values: [] }))
              setText('')
            }}
          />
          <Select
            label="Operator"
            isLabelHidden
            value={operator}
            options={OPERATOR_OPTIONS}
            onChange={(chosen) => setDraft((now) => ({ ...now, operator: chosen }))}
          />
        </div>
        <FilterValues
          key={dimension}
          filter={draft}
          text={text}
          lookedUp={lookedUp}
          period={period}
          onText={setText}
          onAdd={() => void add()}
          onValues={(chosen) => setDraft((now) => ({ ...now, values: chosen }))}
        />
        <Button type="submit" tone="primary" busy={isEmpty}>
          Apply
        </Button>
      </Form>
    </div>
  )
}

/** Makes a filter complete. */
type Completion = (draft: Filter) => Filter

const MAX_VALUES = 20

/** The value that a text means: what was typed may be newer than the suggestions. Without one, it is the text itself. */
function useMeantValue(period: Period): (dimension: Dimension, text: string) => Promise<string> {
  const call = useStatsCall()
  const labelOf = useValueLabel()
  return async (dimension, text) => {
    const result = await call(valuesQuery(dimension, text), period).catch(() => undefined)
    return (result && meantValues(result, dimension, text, labelOf).meant) ?? text
  }
}

const SUGGESTIONS = 8
/** Milliseconds without typing that end a word. */
const PAUSE_MS = 250

interface FilterValuesProps {
  filter: Filter
  text: string
  /** What is being looked up. */
  lookedUp: string | null
  period: Period
  onText: (text: string) => void
  onAdd: () => void
  onValues: (values: string[]) => void
}

/** Values to choose from, the most frequent first; typed text narrows them down, or is added as a value. */
function FilterValues(props: FilterValuesProps) {
  const { filter, text, lookedUp, period, onText, onAdd, onValues } = props
  const { dimension, operator, values } = filter
  const labelOf = useValueLabel()
  const typed = text.trim()
  const search = useDebounced(typed, PAUSE_MS)
  const result = useStats(valuesQuery(dimension, search), period)
  const { found, meant } = meantValues(
    result.status === 'ready' ? result.data : { rows: [] },
    dimension,
    search,
    labelOf,
    operator,
  )
  const offered = [...new Set([...values, ...found.slice(0, SUGGESTIONS)])]
  const isFull = values.length >= MAX_VALUES
  const isFound = result.status === 'ready' && !result.outdated && search === typed

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
            onAdd()
          }}
        />
        <Button busy={typed === ''} onClick={onAdd}>
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
        <output className="note">
          {lookedUp === null
            ? isFound && noteOn(typed, found.length, operator !== 'contains' && meant === undefined)
            : `Looking up “${lookedUp}”…`}
        </output>
      </fieldset>
    </>
  )
}

/** What is to be known before the text becomes a value. */
function noteOn(typed: string, found: number, isUnknown: boolean): string {
  if (typed === '') return found === 0 ? 'No values in this period.' : ''
  if (found === 0) return 'No value contains this text.'
  return isUnknown ? `No value in this period is “${typed}”. Choose one of these, or add it as it is.` : ''
}
