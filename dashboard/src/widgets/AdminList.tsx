import type { Admin } from '@half-measure/shared/auth/admin.ts'
import { adminCalls, adminsQuestion } from '../api/admin-calls.ts'
import { useChange } from '../api/use-change.ts'
import { useQuestion } from '../api/use-question.ts'
import { formatMoment } from '../format/time.ts'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Everyone who may see this, and everyone who was invited to. */
export function AdminList() {
  const answer = useQuestion(adminsQuestion)
  return (
    <Panel title="Administrators" note="Oldest first, invitations last">
      <Figures answer={answer} what="The administrators" skeleton={<Skeleton rows={3} />}>
        {(admins) => (
          <ul className="entries">
            {admins.map((admin) => (
              <AdminEntry key={admin.id} {...admin} />
            ))}
          </ul>
        )}
      </Figures>
    </Panel>
  )
}

function AdminEntry(admin: Admin) {
  const { id, email, state, self, has_second_factor, second_factor_required } = admin
  const requirement = useChange(['admins'], adminCalls.requireSecondFactor)
  const reset = useChange(['admins'], adminCalls.resetSecondFactor)
  const removal = useChange(['admins'], adminCalls.remove)
  const running = requirement.running || reset.running || removal.running
  const failure = requirement.failure ?? reset.failure ?? removal.failure
  return (
    <li>
      <div>
        <p className="entry-name">
          {email}
          {self && ' (you)'}
        </p>
        <p className="entry-facts">{factsOf(admin).join(' · ')}</p>
        {failure !== null && <Alert tone="danger">{failure}</Alert>}
      </div>
      <div className="actions">
        {state === 'active' && (
          <button
            type="button"
            className="button"
            aria-disabled={running}
            onClick={() => !running && void requirement.run({ id, required: !second_factor_required })}
          >
            {second_factor_required ? 'Make second factor optional' : 'Require second factor'}
          </button>
        )}
        {!self && has_second_factor && (
          <ConfirmButton
            question="Remove their factors"
            disabled={running}
            onConfirm={() => void reset.run(id)}
          >
            Reset second factor
          </ConfirmButton>
        )}
        {!self && (
          <ConfirmButton
            question={state === 'active' ? 'Take the right away' : 'Withdraw it'}
            disabled={running}
            onConfirm={() => void removal.run(id)}
          >
            {state === 'active' ? 'Revoke' : 'Withdraw invitation'}
          </ConfirmButton>
        )}
      </div>
    </li>
  )
}

function factsOf({
  state,
  since,
  last_sign_in_at,
  has_second_factor,
  second_factor_required,
}: Admin): string[] {
  if (state === 'invited') return [`invited ${formatMoment(new Date(since))}`]
  return [
    `since ${formatMoment(new Date(since))}`,
    last_sign_in_at === null
      ? 'never signed in'
      : `last signed in ${formatMoment(new Date(last_sign_in_at))}`,
    has_second_factor ? 'has a second factor' : 'no second factor',
    ...(second_factor_required ? ['must have one'] : []),
  ]
}
