import { alertsQuestion, reportCalls } from '../../api/report-calls.ts'
import { useChange } from '../../api/use-change.ts'
import { useQuestion } from '../../api/use-question.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AlertForm } from './AlertForm.tsx'
import { ruleWords, stateWords } from './alert-words.ts'

/** Rules about figures, looked at every five minutes. */
export function AlertList() {
  const answer = useQuestion(alertsQuestion)
  const deletion = useChange(['alerts'], reportCalls.deleteAlert)
  return (
    <Panel title="Rules" note="For every administrator; looked at every five minutes">
      <Figures answer={answer} what="The rules" skeleton={<Skeleton rows={3} />}>
        {({ rules }) =>
          rules.length === 0 ? (
            <Empty>None yet.</Empty>
          ) : (
            <ul className="entries">
              {rules.map((rule) => (
                <li key={rule.id}>
                  <div>
                    <p className="entry-name">{ruleWords(rule)}</p>
                    <p className="entry-facts">{stateWords(rule)}</p>
                  </div>
                  <div className="actions">
                    <ConfirmButton question="Delete for good" onConfirm={() => void deletion.run(rule.id)}>
                      Delete
                    </ConfirmButton>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Figures>
      {deletion.failure !== null && <Alert tone="danger">{deletion.failure}</Alert>}
      <AlertForm />
    </Panel>
  )
}
