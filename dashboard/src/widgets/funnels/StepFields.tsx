import { CONVERSION_TYPES } from '@half-measure/shared/domain/conversion-types.ts'
import { STEP_KINDS, type StepKind, type StepParts } from './funnel-view.ts'

interface StepFieldsProps {
  number: number
  step: StepParts
  onChange: (step: StepParts) => void
  /** Null where there is no more to take away. */
  onRemove: (() => void) | null
  /** Null for the first. */
  onUp: (() => void) | null
}

const KINDS = Object.keys(STEP_KINDS) as StepKind[]
const FIRST_VALUE: Record<StepKind, string> = { page: '/', conversion: CONVERSION_TYPES[0], element: '' }

/** One step: what kind of thing a visit does, and which. */
export function StepFields({ number, step: { kind, value }, onChange, onRemove, onUp }: StepFieldsProps) {
  return (
    <fieldset className="step-fields">
      <legend className="visually-hidden">Step {number}</legend>
      <select
        aria-label={`Kind of step ${number}`}
        value={kind}
        onChange={({ target }) => {
          const chosen = KINDS.find((kind) => kind === target.value)
          if (chosen) onChange({ kind: chosen, value: FIRST_VALUE[chosen] })
        }}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {STEP_KINDS[kind]}
          </option>
        ))}
      </select>
      {kind === 'conversion' ? (
        <select
          aria-label={`Conversion of step ${number}`}
          value={value}
          onChange={({ target }) => onChange({ kind, value: target.value })}
        >
          {CONVERSION_TYPES.map((type) => (
            <option key={type} value={type}>
              {type.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      ) : (
        <input
          aria-label={`${STEP_KINDS[kind]} of step ${number}`}
          value={value}
          onChange={({ target }) => onChange({ kind, value: target.value })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <button
        type="button"
        className="button"
        disabled={!onUp}
        aria-label={`Move step ${number} up`}
        onClick={() => onUp?.()}
      >
        ↑
      </button>
      <button
        type="button"
        className="button"
        disabled={!onRemove}
        aria-label={`Remove step ${number}`}
        onClick={() => onRemove?.()}
      >
        ×
      </button>
    </fieldset>
  )
}
