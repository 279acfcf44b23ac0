import {
  changeUser,
  countRecoveryCodes,
  listOwnSessions,
  readUser,
  renewRecoveryCodes,
} from '@half-measure/shared/routes/account.ts'
import { useState } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { Page } from '../../layout/Page.tsx'
import { useSession } from '../../session/browser-session.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Field, Form, PasswordField } from '../../ui/Form.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecoveryCodes } from './EnrolFactor.tsx'
import { AppsPanel, PasskeysPanel } from './FactorPanels.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { SingleSignOnPanel } from './SingleSignOnPanel.tsx'

export function AccountPage() {
  return (
    <Page title="Account" subtitle="How you sign in, and where you are signed in">
      <div className="grid">
        <EmailPanel />
        <PasswordPanel />
        <PasskeysPanel />
        <AppsPanel />
        <div className="grid-wide stack">
          <RecoveryCodesPanel />
          <SingleSignOnPanel />
          <SessionsPanel />
        </div>
      </div>
    </Page>
  )
}

/** A new address takes effect once its mailed link is used. */
function EmailPanel() {
  const user = useApiQuery(readUser, {})
  const session = useSession()
  const change = useRouteMutation(changeUser)
  const [requested, setRequested] = useState<string | null>(null)
  return (
    <Panel title="Email" note={user.status === 'ready' ? `Now ${user.data.email}` : ''}>
      <Form
        busy={change.running}
        onSubmit={async (field) => {
          const email = field('email')
          setRequested(null)
          const accepted = await change.run({ body: { email, current_password: field('password') } })
          if (accepted) {
            session.updateUser(accepted)
            setRequested(email)
          }
          return accepted
        }}
      >
        {requested !== null && (
          <Alert tone="notice">
            An email is on its way to {requested}. The address changes when the link in it is used.
          </Alert>
        )}
        <ChangeFailed of={[change]} />
        <Field label="New address" name="email" type="email" autoComplete="email" required />
        <PasswordField label="Your password" />
        <Button type="submit" tone="primary" busy={change.running}>
          {change.running ? 'Sending…' : 'Change address'}
        </Button>
      </Form>
    </Panel>
  )
}

function PasswordPanel() {
  const session = useSession()
  const change = useRouteMutation(changeUser, [listOwnSessions])
  const [isChanged, setIsChanged] = useState(false)
  return (
    <Panel title="Password" note="A new one signs you out everywhere else">
      {isChanged && !change.running && change.failure === null && (
        <Alert tone="notice">Your password has been changed.</Alert>
      )}
      <NewPasswordForm
        requireCurrent
        change={change}
        onPassword={async ({ password, current }) => {
          const user = await change.run({ body: { password, current_password: current } })
          if (user) session.updateUser(user)
          setIsChanged(user !== null)
          return user
        }}
      />
    </Panel>
  )
}

function RecoveryCodesPanel() {
  const user = useApiQuery(readUser, {})
  const count = useApiQuery(countRecoveryCodes, {})
  const renewal = useRouteMutation(renewRecoveryCodes, [countRecoveryCodes])
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <Panel title="Recovery codes" note="For when the device is lost">
      <Loaded result={user} what="The recovery codes" rows={2}>
        {({ factors }) =>
          factors.length === 0 ? (
            <Empty>None yet. They come with the first second factor: add one above.</Empty>
          ) : (
            <div className="stack">
              <Loaded result={count} what="The number of codes" rows={1}>
                {({ remaining }) => <p>{countOf(remaining, 'code')} left.</p>}
              </Loaded>
              <ChangeFailed of={[renewal]} />
              {codes.length > 0 && <RecoveryCodes codes={codes} />}
              <div className="row">
                <ConfirmButton
                  confirmation="Replace the old ones"
                  busy={renewal.running}
                  onConfirm={() =>
                    void renewal.run({}).then((renewed) => renewed && setCodes(renewed.recovery_codes))
                  }
                >
                  New codes
                </ConfirmButton>
              </div>
            </div>
          )
        }
      </Loaded>
    </Panel>
  )
}
