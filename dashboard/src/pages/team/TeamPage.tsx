import type { Admin } from '@half-measure/shared/auth/admin.ts'
import {
  changeAdmin,
  inviteAdmin,
  listAdmins,
  removeAdmin,
  resetSecondFactor,
} from '@half-measure/shared/routes/workspace.ts'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'

/** Administrators: invite, remove, require or reset a second factor. */
export function TeamPage() {
  const result = useApiQuery(listAdmins, {})
  return (
    <Page title="Team" subtitle="Who has access to the dashboard">
      <div className="stack">
        <Panel title="Administrators" note="Oldest first, invitations last">
          <Loaded result={result} what="The administrators" rows={3}>
            {(admins) => (
              <ul className="entries">
                {admins.map((admin) => (
                  <AdminEntry key={admin.id} admin={admin} />
                ))}
              </ul>
            )}
          </Loaded>
        </Panel>
        <InvitePanel />
      </div>
    </Page>
  )
}

function AdminEntry({ admin }: { admin: Admin }) {
  const { id, email, state, self, has_second_factor, second_factor_required } = admin
  const params = { id }
  const requirement = useApiMutation(
    (api, required: boolean) => api.call(changeAdmin, { params, body: { second_factor_required: required } }),
    [listAdmins],
  )
  const reset = useApiMutation((api) => api.call(resetSecondFactor, { params }), [listAdmins])
  const removal = useApiMutation((api) => api.call(removeAdmin, { params }), [listAdmins])
  const busy = requirement.running || reset.running || removal.running
  const isActive = state === 'active'
  return (
    <Entry
      name={self ? `${email} (you)` : email}
      facts={factsOf(admin).join(' · ')}
      actions={
        <>
          {isActive && (
            <Button busy={busy} onClick={() => void requirement.run(!second_factor_required)}>
              {second_factor_required ? 'Make second factor optional' : 'Require second factor'}
            </Button>
          )}
          {!self && has_second_factor && (
            <ConfirmButton
              question="Remove their factors"
              busy={busy}
              onConfirm={() => void reset.run(undefined)}
            >
              Reset second factor
            </ConfirmButton>
          )}
          {!self && (
            <ConfirmButton
              question={isActive ? 'Remove access' : 'Withdraw it'}
              busy={busy}
              onConfirm={() => void removal.run(undefined)}
            >
              {isActive ? 'Revoke' : 'Withdraw invitation'}
            </ConfirmButton>
          )}
        </>
      }
    >
      <ChangeFailed of={[requirement, reset, removal]} />
    </Entry>
  )
}

function factsOf({
  state,
  since,
  last_sign_in_at,
  has_second_factor,
  second_factor_required,
}: Admin): string[] {
  if (state === 'invited') return [`invited ${formatMoment(since)}`]
  return [
    `since ${formatMoment(since)}`,
    last_sign_in_at === null ? 'never signed in' : `last signed in ${formatMoment(last_sign_in_at)}`,
    has_second_factor ? 'has a second factor' : 'no second factor',
    ...(second_factor_required ? ['second factor required'] : []),
  ]
}

function InvitePanel() {
  const invitation = useApiMutation(
    (api, email: string) => api.call(inviteAdmin, { body: { email } }).then(() => true),
    [listAdmins],
  )
  const [invited, setInvited] = useState<string | null>(null)
  return (
    <Panel title="Invite an administrator" note="They get an email with a link">
      <Form
        layout="row"
        busy={invitation.running}
        onSubmit={async (field) => {
          const email = field('email')
          setInvited(null)
          const accepted = await invitation.run(email)
          if (accepted) setInvited(email)
          return accepted
        }}
      >
        <label className="inline-field">
          Email
          <input name="email" type="email" autoComplete="off" required />
        </label>
        <Button type="submit" busy={invitation.running}>
          {invitation.running ? 'Sending…' : 'Invite'}
        </Button>
      </Form>
      {invited !== null && <Alert tone="notice">{invited} is invited.</Alert>}
      <ChangeFailed of={[invitation]} />
    </Panel>
  )
}
