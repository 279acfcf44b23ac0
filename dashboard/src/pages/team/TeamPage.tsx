import type { Admin } from '@half-measure/shared/auth/admin.ts'
import type { Role } from '@half-measure/shared/auth/roles.ts'
import {
  changeAdmin,
  inviteAdmin,
  listAdmins,
  removeAdmin,
  resetSecondFactor,
} from '@half-measure/shared/routes/workspace.ts'
import { useId, useState } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Field, Form, Select } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import { AdminSessions } from './AdminSessions.tsx'

const ROLES: readonly { value: Role; label: string }[] = [
  { value: 'owner', label: 'Owner: everything' },
  { value: 'editor', label: 'Editor: figures, content, audience' },
  { value: 'analyst', label: 'Analyst: figures' },
]

/** Administrators: invite, remove, change the role, require or reset a second factor, end sessions. */
export function TeamPage() {
  const result = useApiQuery(listAdmins, {})
  return (
    <Page title="Team" subtitle="Who has access to the dashboard">
      <div className="stack">
        <Panel title="Administrators" note="Oldest first, invitations last">
          <Loaded result={result} what="The administrators" rows={3}>
            {(admins) => (
              <>
                {admins.some((admin) => admin.second_factor_required_by === 'configuration') && (
                  <p className="note">The configuration requires a second factor of everybody.</p>
                )}
                <ul className="entries">
                  {admins.map((admin) => (
                    <AdminEntry key={admin.id} admin={admin} />
                  ))}
                </ul>
              </>
            )}
          </Loaded>
        </Panel>
        <InvitePanel />
      </div>
    </Page>
  )
}

function AdminEntry({ admin }: { admin: Admin }) {
  const { id, email, state, role, self, has_second_factor, second_factor_required_by } = admin
  const params = { id }
  const [chosen, setChosen] = useState<Role>()
  const [isOpen, setIsOpen] = useState(false)
  const change = useRouteMutation(changeAdmin, [listAdmins])
  const reset = useRouteMutation(resetSecondFactor, [listAdmins])
  const removal = useRouteMutation(removeAdmin, [listAdmins])
  const busy = change.running || reset.running || removal.running
  const isActive = state === 'active'
  const lossId = useId()
  const loss =
    isActive && role === 'owner'
      ? `${self ? 'Your' : 'Their'} API tokens and share links will stop working.`
      : undefined
  return (
    <Entry
      name={self ? `${email} (you)` : email}
      details={detailsOf(admin).join(' · ')}
      actions={
        <>
          {isActive && (
            <Select
              label={`Role of ${email}`}
              isLabelHidden
              value={chosen ?? role}
              options={ROLES}
              onChange={setChosen}
            />
          )}
          {chosen !== undefined && chosen !== role && (
            <>
              {loss !== undefined && (
                <span id={lossId} className="note">
                  {loss}
                </span>
              )}
              <Button
                busy={busy}
                tone="primary"
                aria-describedby={loss === undefined ? undefined : lossId}
                onClick={() => void change.run({ params, body: { role: chosen } })}
              >
                Change role
              </Button>
            </>
          )}
          {isActive && second_factor_required_by !== 'configuration' && (
            <Button
              busy={busy}
              onClick={() =>
                void change.run({
                  params,
                  body: { second_factor_required: second_factor_required_by === null },
                })
              }
            >
              {second_factor_required_by === null ? 'Require second factor' : 'Make second factor optional'}
            </Button>
          )}
          {isActive && !self && (
            <Button
              aria-label={`Sessions of ${email}`}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              Sessions
            </Button>
          )}
          {!self && has_second_factor && (
            <ConfirmButton
              confirmation="Remove their factors"
              busy={busy}
              onConfirm={() => void reset.run({ params })}
            >
              Reset second factor
            </ConfirmButton>
          )}
          {!self && (
            <ConfirmButton
              confirmation={isActive ? 'Remove access' : 'Withdraw for good'}
              consequence={loss}
              busy={busy}
              onConfirm={() => void removal.run({ params })}
            >
              {isActive ? 'Revoke' : 'Withdraw invitation'}
            </ConfirmButton>
          )}
        </>
      }
      below={isOpen && <AdminSessions admin={admin} />}
    >
      <ChangeFailed of={[change, reset, removal]} />
    </Entry>
  )
}

function detailsOf(admin: Admin): string[] {
  const { state, role, since, last_sign_in_at, has_second_factor, second_factor_required_by } = admin
  if (state === 'invited') return [`invited as ${role} ${formatMoment(since)}`]
  return [
    `since ${formatMoment(since)}`,
    last_sign_in_at === null ? 'never signed in' : `last signed in ${formatMoment(last_sign_in_at)}`,
    has_second_factor ? 'has a second factor' : 'no second factor',
    ...(second_factor_required_by === 'owner' ? ['second factor required'] : []),
  ]
}

function InvitePanel() {
  const invitation = useRouteMutation(inviteAdmin, [listAdmins])
  const [role, setRole] = useState<Role>('editor')
  const [invited, setInvited] = useState<string | null>(null)
  return (
    <Panel title="Invite an administrator" note="They get an email with a link">
      <Form
        layout="row"
        busy={invitation.running}
        onSubmit={async (field) => {
          const email = field('email')
          setInvited(null)
          const accepted = (await invitation.run({ body: { email, role } })) !== null
          if (accepted) setInvited(email)
          return accepted
        }}
      >
        <Field isInline label="Email" name="email" type="email" autoComplete="off" required />
        <Select label="Role" value={role} options={ROLES} onChange={setRole} />
        <Button type="submit" busy={invitation.running}>
          {invitation.running ? 'Sending…' : 'Invite'}
        </Button>
      </Form>
      {invited !== null && <Alert tone="notice">{invited} is invited.</Alert>}
      <ChangeFailed of={[invitation]} />
    </Panel>
  )
}
