import { useId, useState } from 'react'
import { adminCalls } from '../api/admin-calls.ts'
import { useChange } from '../api/use-change.ts'
import { Alert } from '../ui/Alert.tsx'
import { Panel } from '../ui/Panel.tsx'
import { textOf } from '../ui/text-of.ts'

/** Mails an invitation to become an administrator. */
export function InviteAdmin() {
  const id = useId()
  const invitation = useChange(['admins'], adminCalls.invite)
  const [invited, setInvited] = useState<string | null>(null)

  async function invite(email: string) {
    setInvited(null)
    if (email !== '' && (await invitation.run(email))) setInvited(email)
  }

  return (
    <Panel title="Invite an administrator" note="A mail with a link goes to the address">
      <form
        className="invite"
        action={(form) => {
          if (!invitation.running) void invite(textOf(form, 'email').trim())
        }}
      >
        <label htmlFor={id}>Email</label>
        <input id={id} name="email" type="email" autoComplete="off" required />
        <button type="submit" className="button" aria-disabled={invitation.running}>
          {invitation.running ? 'Sending…' : 'Invite'}
        </button>
      </form>
      {invited !== null && <Alert tone="notice">{invited} is invited.</Alert>}
      {invitation.failure !== null && !invitation.running && (
        <Alert tone="danger">{invitation.failure}</Alert>
      )}
    </Panel>
  )
}
