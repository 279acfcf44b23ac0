import type { Issue } from '@half-measure/shared/audience/issue.ts'
import {
  deleteIssue,
  listIssues,
  readIssue,
  sendIssue,
  testIssue,
} from '@half-measure/shared/routes/audience.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { useState } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { addDays, dayAt, instantAt, parseDay } from '../../time/day.ts'
import { Field, Form } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { useNow } from '../../ui/use-now.ts'

interface SendIssueProps {
  /** The issue as last saved. */
  issue: Issue
  /** Saves unsaved text and resolves with the result; null if that fails. */
  saveAll: () => Promise<Issue | null>
  onDeleted: () => void
}

/** Tests a draft, sends it now or later, or deletes it. */
export function SendIssue({ issue, saveAll, onDeleted }: SendIssueProps) {
  const params = { id: issue.id }
  const list = useApiQuery(listIssues, { query: { limit: '1' } })
  const test = useRouteMutation(testIssue)
  const sending = useRouteMutation(sendIssue, [listIssues, readIssue])
  const removal = useRouteMutation(deleteIssue, [listIssues])
  const [testedOn, setTestedOn] = useState<string | null>(null)
  /** Whether it was last to be sent later: the form for that says why it was refused. */
  const [isLater, setLater] = useState(false)
  const busy = test.running || sending.running || removal.running
  const { problems, warnings } = issue.preview
  const today = dayAt(useNow(), publication.timeZone)
  const audience = list.status === 'ready' ? countOf(list.data.subscribers, 'subscriber') : 'all subscribers'

  async function sendTest() {
    setTestedOn(null)
    const sent = (await saveAll()) && (await test.run({ params }))
    if (sent) setTestedOn(sent.to)
  }

  /** False if the text could not be saved: the editor says why. */
  async function send(at?: Date): Promise<boolean> {
    setLater(at !== undefined)
    const saved = await saveAll()
    if (!saved) return false
    const { version } = saved
    await sending.run({ params, body: { version, ...(at && { at: at.toISOString() }) } })
    return true
  }

  return (
    <Panel
      title="Send"
      note={`To ${audience} who can be reached: their address is confirmed, and not refused`}
    >
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
        {warnings.map((warning) => (
          <Alert key={warning} tone="notice">
            {warning}
          </Alert>
        ))}
        {testedOn !== null && <Alert tone="notice">A test email is on its way to {testedOn}.</Alert>}
        <ChangeFailed of={isLater ? [test, removal] : [test, sending, removal]} />
        <div className="row">
          <Button busy={busy} onClick={() => void sendTest()}>
            {test.running ? 'Sending…' : 'Send a test to me'}
          </Button>
          {problems.length === 0 && (
            <ConfirmButton
              confirmation={`Send it to ${audience} now`}
              busy={busy}
              onConfirm={() => void send()}
            >
              Send
            </ConfirmButton>
          )}
          {problems.length === 0 && (
            <Popover button="Send later" title="Send later">
              {(close) => (
                <Form
                  busy={busy}
                  onSubmit={(field) => {
                    const day = parseDay(field('day'))
                    if (!day) return
                    void send(instantAt(day, field('time'), publication.timeZone)).then(
                      (isSaved) => isSaved || close(),
                    )
                  }}
                >
                  <Field
                    label="Day"
                    name="day"
                    type="date"
                    defaultValue={addDays(today, 1)}
                    min={today}
                    required
                  />
                  <Field label="UK time" name="time" type="time" defaultValue="17:00" required />
                  {isLater && <ChangeFailed of={[sending]} />}
                  <Button type="submit" tone="primary" busy={busy}>
                    Schedule
                  </Button>
                </Form>
              )}
            </Popover>
          )}
          <ConfirmButton
            confirmation="Delete for good"
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
