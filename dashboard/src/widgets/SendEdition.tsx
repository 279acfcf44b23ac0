import type { Edition } from '@half-measure/shared/people/edition.ts'
import { useState } from 'react'
import { editionCalls, readersQuestion } from '../api/edition-calls.ts'
import { useChange } from '../api/use-change.ts'
import { useQuestion } from '../api/use-question.ts'
import { countOf } from '../format/number.ts'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Panel } from '../ui/Panel.tsx'

interface SendEditionProps {
  /** As it was saved last. */
  edition: Edition
  /** Saves what is not saved yet. Resolves with what is saved then; null where that fails. */
  settle: () => Promise<Edition | null>
  onDeleted: () => void
}

/** Tries a draft, sends it, or throws it away. */
export function SendEdition({ edition, settle, onDeleted }: SendEditionProps) {
  const readers = useQuestion(readersQuestion)
  const trial = useChange(['audit'], editionCalls.test)
  const sending = useChange(['editions', 'audit'], editionCalls.send)
  const removal = useChange(['editions', 'audit'], editionCalls.delete)
  const [triedOn, setTriedOn] = useState<string | null>(null)
  const running = trial.running || sending.running || removal.running
  const failure = trial.failure ?? sending.failure ?? removal.failure
  const { problems } = edition.letter
  const audience = readers.status === 'ready' ? countOf(readers.data.readers, 'reader') : 'all readers'

  async function tryIt() {
    setTriedOn(null)
    const saved = await settle()
    const test = saved && (await trial.run(saved.id))
    if (test) setTriedOn(test.to)
  }

  async function send() {
    const saved = await settle()
    if (saved) await sending.run(saved)
  }

  async function remove() {
    if ((await removal.run(edition.id)) !== null) onDeleted()
  }

  return (
    <Panel title="Send" note={`To ${audience}, who have confirmed`}>
      {problems.length > 0 && (
        <div className="alert">
          <p>Before it can be sent:</p>
          <ul className="problems">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {triedOn !== null && <Alert tone="notice">A test letter is on its way to {triedOn}.</Alert>}
      {failure !== null && !running && <Alert tone="danger">{failure}</Alert>}
      <div className="actions">
        <button
          type="button"
          className="button"
          aria-disabled={running}
          onClick={() => !running && void tryIt()}
        >
          {trial.running ? 'Sending…' : 'Send a test to me'}
        </button>
        {problems.length === 0 && (
          <ConfirmButton
            question={`Send it to ${audience} now`}
            disabled={running}
            onConfirm={() => void send()}
          >
            Send
          </ConfirmButton>
        )}
        <ConfirmButton question="Delete for good" disabled={running} onConfirm={() => void remove()}>
          Delete draft
        </ConfirmButton>
      </div>
    </Panel>
  )
}
