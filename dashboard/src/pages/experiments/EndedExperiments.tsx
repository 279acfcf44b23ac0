import { type Experiment, findExperiment } from '@half-measure/shared/domain/experiments.ts'
import {
  changeExperiment,
  listEndedExperiments,
  readExperiment,
} from '@half-measure/shared/routes/reports.ts'
import type { EndedExperiment, ExperimentChange } from '@half-measure/shared/stats/experiments-ending.ts'
import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { useState } from 'react'
import { useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { useMay } from '../../layout/admin-access.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Form.tsx'
import { ExperimentPanel } from './ExperimentPanel.tsx'

interface EndedExperimentsProps {
  ended: readonly EndedExperiment[]
  goal: ExperimentGoal | null
  /** Says what was done, in a sentence. */
  onDone: (what: string) => void
}

/** Tests that have ended, with the results they ended with; archived ones are folded away. */
export function EndedExperiments({ ended, goal, onDone }: EndedExperimentsProps) {
  const [isOpen, setOpen] = useState(false)
  const show = (one: EndedExperiment) => <Ended key={one.test} ended={one} goal={goal} onDone={onDone} />
  const archived = ended.filter((one) => one.archived)
  return (
    <>
      {ended.filter((one) => !one.archived).map(show)}
      {archived.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Archived tests ({archived.length})</summary>
          {isOpen && <div className="stack notes">{archived.map(show)}</div>}
        </details>
      )}
    </>
  )
}

interface EndedProps extends Pick<EndedExperimentsProps, 'goal' | 'onDone'> {
  ended: EndedExperiment
}

function Ended({ ended, goal, onDone }: EndedProps) {
  const { test, variant, archived } = ended
  const variants = findExperiment(test)?.variants
  const seen = variants && seenVariant(variants, variant)
  const [chosen = seen, setChosen] = useState<string>()
  const changing = useRouteMutation(changeExperiment, [listEndedExperiments, readExperiment])
  const mayChange = useMay('content')
  const change = async (body: ExperimentChange, done: string) => {
    if (!(await changing.run({ params: { test }, body }))) return
    // A colleague's later change is shown.
    setChosen(undefined)
    onDone(done)
  }
  return (
    <ExperimentPanel
      test={test}
      // For tests that the site no longer has, only their own goal is known.
      goal={variants ? goal : null}
      note={endingText(ended, seen)}
      tools={
        mayChange && (
          <div className="row">
            {variants && chosen !== undefined && (
              <>
                <Select
                  label="Every reader sees"
                  value={chosen}
                  options={variants.map(({ name }) => ({ value: name, label: name }))}
                  onChange={setChosen}
                />
                {chosen !== variant && (
                  <Button
                    aria-label={`Change variant: ${test}`}
                    busy={changing.running}
                    tone="primary"
                    onClick={() =>
                      void change({ variant: chosen }, `Every reader of ${test} sees “${chosen}”.`)
                    }
                  >
                    Change variant
                  </Button>
                )}
              </>
            )}
            <Button
              aria-label={`${archived ? 'Restore' : 'Archive'}: ${test}`}
              busy={changing.running}
              onClick={() =>
                void change({ archived: !archived }, `${test} is ${archived ? 'restored' : 'archived'}.`)
              }
            >
              {archived ? 'Restore' : 'Archive'}
            </Button>
          </div>
        )
      }
    >
      <ChangeFailed of={[changing]} />
      {ended.note !== '' && (
        <p>
          <strong>Why:</strong> {ended.note}
        </p>
      )}
    </ExperimentPanel>
  )
}

/** What the site shows: the control, if the chosen variant has left its code. */
function seenVariant([control, ...others]: Experiment['variants'], chosen: string): string {
  return (others.find(({ name }) => name === chosen) ?? control).name
}

/** @param seen by every reader; undefined if the site no longer has the test. */
function endingText({ ended_at, variant, by }: EndedExperiment, seen: string | undefined): string {
  const ended = `Ended ${formatMoment(ended_at)}${by === null ? '' : ` by ${by}`}.`
  if (seen === variant) return `${ended} Every reader now sees “${variant}”.`
  if (seen === undefined) return `${ended} “${variant}” was chosen. The site no longer has this test.`
  return `${ended} “${variant}” was chosen, but the site no longer has it: every reader sees “${seen}”.`
}
