import { CONVERSION_LABELS, CONVERSION_TYPES } from '@half-measure/shared/domain/conversion-types.ts'
import { FunnelSteps } from '@half-measure/shared/stats/funnels.ts'
import { useId, useState } from 'react'
import { PageOptions } from '../../filters/PageOptions.tsx'
import type { Period } from '../../time/period.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form, Select } from '../../ui/Form.tsx'
import { type FunnelView, partsOf, STEP_KINDS, type StepKind, stepOf, type StepParts } from './funnel-view.ts'

const MIN_STEPS = 2
const MAX_STEPS = 8
const WINDOWS = [5, 15, 30, 60, 240, 1_440]

interface FunnelEditorProps {
  view: FunnelView
  period: Period
  onShow: (view: FunnelView) => void
}

/** Steps in order, and the time they may take. */
export function FunnelEditor({ view, period, onShow }: FunnelEditorProps) {
  const pages = useId()
  /** Each with a key of its own, so that the focus goes with a step that is moved. */
  const [steps, setSteps] = useState(() => view.steps.map((step, key) => ({ key, ...partsOf(step) })))
  const [window, setWindow] = useState(view.window)
  const [problem, setProblem] = useState<string | null>(null)

  function show() {
    const read = FunnelSteps.safeParse(steps.map(stepOf))
    if (read.success) onShow({ ...view, steps: read.data, window })
    const at = Number(read.error?.issues[0]?.path[0] ?? 0)
    setProblem(read.success ? null : `Step ${at + 1} is not complete: ${HINTS[steps[at]?.kind ?? 'page']}`)
  }

  return (
    <Form onSubmit={show}>
      <ol className="funnel-steps">
        {steps.map((step, at) => (
          <li key={step.key}>
            <StepFields
              number={at + 1}
              step={step}
              pages={pages}
              onChange={(parts) => setSteps(steps.with(at, { ...step, ...parts }))}
              onRemove={steps.length > MIN_STEPS ? () => setSteps(steps.toSpliced(at, 1)) : undefined}
              onUp={
                at === 0
                  ? undefined
                  : () => setSteps(steps.with(at, steps[at - 1] ?? step).with(at - 1, step))
              }
            />
          </li>
        ))}
      </ol>
      <PageOptions id={pages} period={period} />
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <div className="row">
        <Button
          busy={steps.length >= MAX_STEPS}
          onClick={() => {
            const key = Math.max(...steps.map((step) => step.key)) + 1
            setSteps([...steps, { key, kind: 'conversion', value: CONVERSION_TYPES[0] }])
          }}
        >
          Add a step
        </Button>
        <Select
          label="Conversion window"
          value={String(window)}
          options={[...new Set([...WINDOWS, window])]
            .toSorted((a, b) => a - b)
            .map((minutes) => ({
              value: String(minutes),
              label: minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`,
            }))}
          onChange={(minutes) => setWindow(Number(minutes))}
        />
        <Button type="submit" tone="primary">
          Show
        </Button>
      </div>
    </Form>
  )
}

const HINTS: Record<StepKind, string> = {
  page: 'enter a path such as /newsletter, or /articles/* for all pages below it.',
  conversion: 'choose a conversion.',
  element: 'enter an element type, or type:id, as listed under Click Analysis.',
}

const FIRST_VALUES: Record<StepKind, string> = { page: '/', conversion: CONVERSION_TYPES[0], element: '' }
const CONVERSIONS = CONVERSION_TYPES.map((value) => ({ value, label: CONVERSION_LABELS[value].one }))

interface StepFieldsProps {
  number: number
  step: StepParts
  /** Id of the list of pages. */
  pages: string
  onChange: (step: StepParts) => void
  onRemove: (() => void) | undefined
  onUp: (() => void) | undefined
}

function StepFields({ number, step: { kind, value }, pages, onChange, onRemove, onUp }: StepFieldsProps) {
  return (
    <fieldset className="row" aria-label={`Step ${number}`}>
      <Select
        label={`Kind of step ${number}`}
        isLabelHidden
        value={kind}
        options={STEP_KINDS}
        onChange={(kind) => onChange({ kind, value: FIRST_VALUES[kind] })}
      />
      {kind === 'conversion' ? (
        <Select<string>
          label={`Conversion of step ${number}`}
          isLabelHidden
          value={value}
          options={CONVERSIONS}
          onChange={(value) => onChange({ kind, value })}
        />
      ) : (
        <input
          aria-label={`${kind === 'page' ? 'Page' : 'Element'} of step ${number}`}
          value={value}
          list={kind === 'page' ? pages : undefined}
          onChange={({ target }) => onChange({ kind, value: target.value })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Button busy={!onUp} aria-label={`Move step ${number} up`} onClick={onUp}>
        ↑
      </Button>
      <Button busy={!onRemove} aria-label={`Remove step ${number}`} onClick={onRemove}>
        ×
      </Button>
    </fieldset>
  )
}
