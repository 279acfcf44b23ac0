import { requestRecovery } from '@half-measure/shared/routes/account.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useApiMutation } from '../../api/queries.ts'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { paths } from '../../paths.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'

export function ForgotPasswordPage() {
  const [isSent, setIsSent] = useState(false)
  const request = useApiMutation((_api, email: string) =>
    call(requestRecovery, { body: { email } }).then(() => true),
  )
  return (
    <AuthFrame title="Forgotten password" subtitle="Set a new one through a link that we mail you">
      {isSent ? (
        <Alert tone="notice">If this address belongs to an account, a link is on its way to it.</Alert>
      ) : (
        <Form
          busy={request.running}
          onSubmit={async (field) => {
            if (await request.run(field('email'))) setIsSent(true)
          }}
        >
          <ChangeFailed of={[request]} />
          <Field label="Email" name="email" type="email" autoComplete="username" required />
          <Button type="submit" tone="primary" busy={request.running}>
            {request.running ? 'Sending…' : 'Send the link'}
          </Button>
        </Form>
      )}
      <p>
        <a href={paths.signIn}>Back to the sign-in</a>
      </p>
    </AuthFrame>
  )
}
