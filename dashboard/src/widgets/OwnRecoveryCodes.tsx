import { userQuestion } from '../api/account-calls.ts'
import { codesLeftQuestion, factorCalls } from '../api/factor-calls.ts'
import { useState } from 'react'
import { useChange } from '../api/use-change.ts'
import { useQuestion } from '../api/use-question.ts'
import { countOf } from '../format/number.ts'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RecoveryCodeList } from '../ui/RecoveryCodeList.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** How many recovery codes are left, and ten new ones. */
export function OwnRecoveryCodes() {
  const user = useQuestion(userQuestion)
  const answer = useQuestion(codesLeftQuestion)
  const renewal = useChange(['recovery-codes'], factorCalls.renewCodes)
  const [codes, setCodes] = useState<readonly string[]>([])

  async function renew() {
    const renewed = await renewal.run(undefined)
    if (renewed) setCodes(renewed.recovery_codes)
  }

  return (
    <Panel title="Recovery codes" note="For when the device is lost">
      <Figures answer={user} what="The recovery codes" skeleton={<Skeleton rows={2} />}>
        {({ factors }) =>
          factors.length === 0 ? (
            <Empty>They come with the first second factor.</Empty>
          ) : (
            <div className="stack">
              <Figures answer={answer} what="The number of codes" skeleton={<Skeleton rows={1} />}>
                {({ remaining }) => <p>{countOf(remaining, 'code')} left.</p>}
              </Figures>
              {renewal.failure !== null && <Alert tone="danger">{renewal.failure}</Alert>}
              {codes.length > 0 && <RecoveryCodeList codes={codes} />}
              <div className="actions">
                <ConfirmButton
                  question="Replace the old ones"
                  disabled={renewal.running}
                  onConfirm={() => void renew()}
                >
                  New codes
                </ConfirmButton>
              </div>
            </div>
          )
        }
      </Figures>
    </Panel>
  )
}
