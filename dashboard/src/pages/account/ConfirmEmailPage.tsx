import { confirmEmail } from '@half-measure/shared/routes/account.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useApiMutation } from '../../api/queries.ts'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { paths } from '../../paths.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { useLinkToken } from './link-token.ts'

/** The link in the mail to a new address. The button uses it, not opening the page. */
export function ConfirmEmailPage() {
  const token = useLinkToken()
  const [isDone, setIsDone] = useState(false)
  const confirmation = useApiMutation((_api, token: string) =>
    call(confirmEmail, { body: { token } }).then(() => true),
  )
  return (
    <AuthFrame title="New address" subtitle="The one you will sign in with">
      {token === null && (
        <Alert tone="danger">This link is not complete. Open the link in the mail again.</Alert>
      )}
      <ChangeFailed of={[confirmation]} />
      {isDone && <Alert tone="notice">From now on you sign in with this address.</Alert>}
      {token !== null && !isDone && (
        <Button
          tone="primary"
          busy={confirmation.running}
          onClick={() => void confirmation.run(token).then((done) => done && setIsDone(true))}
        >
          {confirmation.running ? 'Confirming…' : 'Use this address'}
        </Button>
      )}
      <p>
        <a href={paths.signIn}>Go to the sign-in</a>
      </p>
    </AuthFrame>
  )
}
