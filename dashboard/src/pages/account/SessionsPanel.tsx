import { endOwnSession, listOwnSessions } from '@half-measure/shared/routes/account.ts'
import { signOutElsewhere } from '@half-measure/shared/routes/auth.ts'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SessionTable } from '../../ui/SessionTable.tsx'

export function SessionsPanel() {
  const result = useApiQuery(listOwnSessions, {})
  const ending = useApiMutation(
    (api, id: string) => api.call(endOwnSession, { params: { id } }),
    [listOwnSessions],
  )
  const endingOthers = useApiMutation((api) => api.call(signOutElsewhere, {}), [listOwnSessions])
  const busy = ending.running || endingOthers.running
  return (
    <Panel title="Where you are signed in" note="Newest first, UK time">
      <ChangeFailed of={[ending, endingOthers]} />
      <Loaded result={result} what="Your sessions" rows={3}>
        {(sessions) => (
          <div className="stack">
            <SessionTable
              caption="Where you are signed in"
              sessions={sessions}
              busy={busy}
              onEnd={(id) => void ending.run(id)}
            />
            {sessions.some(({ current }) => !current) && (
              <div className="row">
                <ConfirmButton
                  question="End the other sessions"
                  busy={busy}
                  onConfirm={() => void endingOthers.run(undefined)}
                >
                  Sign out elsewhere
                </ConfirmButton>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
