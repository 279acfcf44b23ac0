import type { Issue } from '@half-measure/shared/audience/issue.ts'
import {
  deleteIssue,
  listIssues,
  readIssue,
  sendIssue,
  testIssue,
} from '@half-measure/shared/routes/audience.ts'
import { useState } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { countOf } from '../../format/number.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'

interface SendIssueProps {
  /** As it was saved last. */
  issue: Issue
  /** Saves what is not saved yet and resolves with the result; null where that fails. */
  saveAll: () => Promise<Issue | null>
  onDeleted: () => void
}

/** Tests a draft, sends it, or deletes it. */
export function SendIssue({ issue, saveAll, onDeleted }: SendIssueProps) {
  const params = { id: issue.id }
  const list = useApiQuery(listIssues, { query: { limit: '1' } })
  const test = useRouteMutation(testIssue)
  const sending = useRouteMutation(sendIssue, [listIssues, readIssue])
  const removal = useRouteMutation(deleteIssue, [listIssues])
  const [testedOn, setTestedOn] = useState<string | null>(null)
  const busy = test.running || sending.running || removal.running
  const { problems } = issue.preview
  const audience = list.status === 'ready' ? countOf(list.data.readers, 'subscriber') : 'all subscribers'

  async function sendTest() {
    setTestedOn(null)
    const sent = (await saveAll()) && (await test.run({ params }))
    if (sent) setTestedOn(sent.to)
  }

  async function send() {
    const saved = await saveAll()
    if (saved) await sending.run({ params, body: { version: saved.version } })
  }

  return (
    <Panel title="Send" note={`To ${audience} with a confirmed address`}>
      <div className="stack">
        {problems.length > 0 && (
          <div className="alert">
            <p>Before it can be sent:</p>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        )}
        {testedOn !== null && <Alert tone="notice">A test email is on its way to {testedOn}.</Alert>}
        <ChangeFailed of={[test, sending, removal]} />
        <div className="row">
          <Button busy={busy} onClick={() => void sendTest()}>
            {test.running ? 'Sending…' : 'Send a test to me'}
          </Button>
          {problems.length === 0 && (
            <ConfirmButton question={`Send it to ${audience} now`} busy={busy} onConfirm={() => void send()}>
              Send
            </ConfirmButton>
          )}
          <ConfirmButton
            question="Delete for good"
            busy={busy}
            onConfirm={() => void removal.run({ params }).then((done) => done !== null && onDeleted())}
          >
            Delete draft
          </ConfirmButton>
        </div>
      </div>
    </Panel>
  )
}
