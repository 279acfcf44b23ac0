import { useState } from 'react'
import { accountCalls } from '../api/account-calls.ts'
import { useChange } from '../api/use-change.ts'
import { Alert } from '../ui/Alert.tsx'
import { NewPasswordForm } from '../ui/NewPasswordForm.tsx'
import { Panel } from '../ui/Panel.tsx'

/** Changes the password of whoever is signed in. */
export function OwnPassword() {
  const change = useChange(['user', 'sessions'], accountCalls.changePassword)
  // A new number empties the form.
  const [changes, setChanges] = useState(0)

  async function save(password: string, current: string) {
    if (await change.run({ password, current_password: current })) setChanges((count) => count + 1)
  }

  return (
    <Panel title="Password" note="A new one signs you out everywhere else">
      {changes > 0 && !change.running && change.failure === null && (
        <Alert tone="notice">The password is changed.</Alert>
      )}
      <NewPasswordForm
        key={changes}
        askCurrent
        running={change.running}
        failure={change.failure}
        onPassword={({ password, current }) => void save(password, current)}
      />
    </Panel>
  )
}
