import { userQuestion } from '../api/account-calls.ts'
import { factorCalls } from '../api/factor-calls.ts'
import { useChange } from '../api/use-change.ts'
import { useQuestion } from '../api/use-question.ts'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The second factors of whoever is signed in. */
export function OwnFactors() {
  const answer = useQuestion(userQuestion)
  const removal = useChange(['user', 'recovery-codes'], factorCalls.remove)
  return (
    <Panel title="Second factors" note="Asked for after the password">
      {removal.failure !== null && <Alert tone="danger">{removal.failure}</Alert>}
      <Figures answer={answer} what="The second factors" skeleton={<Skeleton rows={2} />}>
        {({ factors }) =>
          factors.length === 0 ? (
            <Empty>There is none: the password alone opens this account.</Empty>
          ) : (
            <ul className="entries">
              {factors.map(({ id, friendly_name }) => (
                <li key={id}>
                  <span>{friendly_name ?? 'Authenticator app'}</span>
                  <ConfirmButton
                    question="Remove for good"
                    disabled={removal.running}
                    onConfirm={() => void removal.run(id)}
                  >
                    Remove
                  </ConfirmButton>
                </li>
              ))}
            </ul>
          )
        }
      </Figures>
    </Panel>
  )
}
