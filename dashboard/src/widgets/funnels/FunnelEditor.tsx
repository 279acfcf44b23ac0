import { CONVERSION_TYPES } from '@half-measure/shared/domain/conversion-types.ts'
import { FunnelSteps } from '@half-measure/shared/stats/funnels.ts'
import { useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { partsOf, stepOf, type FunnelView, type StepKind, type StepParts } from './funnel-view.ts'
import { StepFields } from './StepFields.tsx'

interface FunnelEditorProps {
  view: FunnelView
  onShow: (view: FunnelView) => void
}

const MOST_STEPS = 8
const FEWEST_STEPS = 2
const WINDOWS = [5, 15, 30, 60, 240, 1_440]

/** Puts a funnel together: steps in their order, and the time they may take. */
export function FunnelEditor({ view, onShow }: FunnelEditorProps) {
  const [steps, setSteps] = useState(() => view.steps.map(partsOf))
  const [window, setWindow] = useState(view.window)
  const [problem, setProblem] = useState<string | null>(null)

  const replace = (at: number, step: StepParts) => setSteps(steps.with(at, step))
  function show() {
    const read = FunnelSteps.safeParse(steps.map(stepOf))
    if (read.success) onShow({ steps: read.data, window })
    const at = Number(read.error?.issues[0]?.path[0] ?? 0) + 1
    setProblem(read.success ? null : `Step ${at} is not complete: ${HINTS[steps[at - 1]?.kind ?? 'page']}`)
  }

  return (
    <form className="funnel-editor" action={show}>
      <ol>
        {steps.map((step, at) => (
          <li key={at}>
            <StepFields
              number={at + 1}
              step={step}
              onChange={(step) => replace(at, step)}
              onRemove={steps.length > FEWEST_STEPS ? () => setSteps(steps.toSpliced(at, 1)) : null}
              onUp={
                at === 0 ? null : () => setSteps(steps.with(at, steps[at - 1] ?? step).with(at - 1, step))
              }
            />
          </li>
        ))}
      </ol>
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <div className="actions">
        <button
          type="button"
          className="button"
          disabled={steps.length >= MOST_STEPS}
          onClick={() => setSteps([...steps, { kind: 'conversion', value: CONVERSION_TYPES[0] }])}
        >
          Add a step
        </button>
        <label className="labelled-select">
          All within
          <select value={window} onChange={({ target }) => setWindow(Number(target.value))}>
            {[...new Set([...WINDOWS, window])]
              .toSorted((a, b) => a - b)
              .map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`}
                </option>
              ))}
          </select>
        </label>
        <button type="submit" className="button button-primary">
          Show
        </button>
      </div>
    </form>
  )
}

const HINTS: Record<StepKind, string> = {
  page: 'a page is a path such as /newsletter, or /articles/* for all below it.',
  conversion: 'choose a conversion.',
  element: 'an element is its type, or type:id, as in the list of clicks.',
}
