import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { endExperiment, listEndedExperiments, readExperiment } from '@half-measure/shared/routes/reports.ts'
import { useState } from 'react'
import { useRouteMutation } from '../../api/queries.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { Modal } from '../../ui/Modal.tsx'

interface EndExperimentProps {
  test: string
  /** Says what was done, in a sentence. */
  onDone: (what: string) => void
}

/** Asks which variant every reader sees from now on, and ends the test. */
export function EndExperiment({ test, onDone }: EndExperimentProps) {
  const [isOpen, setOpen] = useState(false)
  const ending = useRouteMutation(endExperiment, [listEndedExperiments, readExperiment])
  const variants = findExperiment(test)?.variants ?? []
  return (
    <>
      <Button aria-label={`End test: ${test}`} onClick={() => setOpen(true)}>
        End test…
      </Button>
      {isOpen && (
        <Modal title={`End ${test}`} size="small" onClose={() => setOpen(false)}>
          <Form
            busy={ending.running}
            onSubmit={async (field) => {
              const body = { variant: field('variant'), note: field('note') }
              if (!(await ending.run({ params: { test }, body }))) return
              setOpen(false)
              onDone(`${test} has ended.`)
            }}
          >
            <p>
              Every reader sees the variant you choose from their next page on. The result stays as it is now.
              A test that has ended cannot be resumed: another try needs a new test.
            </p>
            <ChangeFailed of={[ending]} />
            <fieldset className="choices">
              <legend>Every reader sees</legend>
              {variants.map(({ name }, i) => (
                <label key={name} className="checkbox">
                  <input type="radio" name="variant" value={name} required /> {name}
                  {i === 0 && ' (control)'}
                </label>
              ))}
            </fieldset>
            <Field label="Why (optional)" name="note" maxLength={500} placeholder="For those who ask later" />
            <Button type="submit" tone="primary" busy={ending.running}>
              {ending.running ? 'Ending…' : 'End test'}
            </Button>
          </Form>
        </Modal>
      )}
    </>
  )
}
