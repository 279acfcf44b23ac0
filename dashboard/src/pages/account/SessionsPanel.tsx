import { endOwnSession, listOwnSessions } from '@half-measure/shared/routes/account.ts'
import { signOutElsewhere } from '@half-measure/shared/routes/auth.ts'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SessionTable } from '../../ui/SessionTable.tsx'

export function SessionsPanel() {
  const result = useApiQuery(listOwnSessions, {})
  const ending = useRouteMutation(endOwnSession, [listOwnSessions])
  const endingOthers = useRouteMutation(signOutElsewhere, [listOwnSessions])
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
              onEnd={(id) => void ending.run({ params: { id } })}
            />
            {sessions.some(({ current }) => !current) && (
              <div className="row">
                <ConfirmButton
                  confirmation="End the other sessions"
                  busy={busy}
                  onConfirm={() => void endingOthers.run({})}
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
