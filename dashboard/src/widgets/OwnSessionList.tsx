import type { OwnSessions } from '@half-measure/shared/auth/account.ts'
import { accountCalls, sessionsQuestion } from '../api/account-calls.ts'
import { useChange } from '../api/use-change.ts'
import { useQuestion } from '../api/use-question.ts'
import { formatMoment } from '../format/time.ts'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

type OwnSession = OwnSessions[number]

const COLUMNS = [
  { header: 'Signed in', cell: ({ created_at }: OwnSession) => formatMoment(new Date(created_at)) },
  { header: 'Last renewed', cell: ({ refreshed_at }: OwnSession) => formatMoment(new Date(refreshed_at)) },
  { header: 'With', cell: ({ aal }: OwnSession) => (aal === 'aal2' ? 'second factor' : 'password') },
  { header: 'Which', cell: ({ current }: OwnSession) => (current ? 'this one' : 'another') },
] as const

/** Where whoever is signed in is signed in. */
export function OwnSessionList() {
  const answer = useQuestion(sessionsQuestion)
  const ending = useChange(['sessions'], accountCalls.signOutElsewhere)
  return (
    <Panel title="Sessions" note="Newest first, UK time">
      {ending.failure !== null && <Alert tone="danger">{ending.failure}</Alert>}
      <Figures answer={answer} what="The sessions" skeleton={<Skeleton rows={3} />}>
        {(sessions) => (
          <div className="stack">
            <DataTable
              caption="Where you are signed in"
              columns={COLUMNS}
              rows={sessions}
              keyOf={({ id }) => id}
            />
            {sessions.some(({ current }) => !current) && (
              <div className="actions">
                <ConfirmButton
                  question="End the other sessions"
                  disabled={ending.running}
                  onConfirm={() => void ending.run(undefined)}
                >
                  Sign out elsewhere
                </ConfirmButton>
              </div>
            )}
          </div>
        )}
      </Figures>
    </Panel>
  )
}
