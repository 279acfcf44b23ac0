import type { PasskeyAssertion } from '@half-measure/shared/auth/passkey.ts'
import type { Session } from '@half-measure/shared/auth/session.ts'
import { passkeySignInOptions, signInWithPasskey } from '@half-measure/shared/routes/passkeys.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { describeMutationError } from '../api/errors.ts'
import {
  canOfferPasskeys,
  hasPasskeys,
  offerPasskeys,
  requestPasskey,
  stopOffering,
  wasReplaced,
} from '../api/passkeys.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

interface PasskeySignInProps {
  /** Takes over the session. */
  readonly adopt: (session: Session) => void
  /** Whether the page's script is there; the build renders the button without it. */
  readonly isReady: boolean
}

/** Signs in without address and password, by the button or a suggestion of the address field. */
export function PasskeySignIn({ adopt, isReady }: PasskeySignInProps) {
  // The build renders the button for nearly everybody.
  const isOffered = useSyncExternalStore(
    () => () => {},
    hasPasskeys,
    () => true,
  )
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** The button was pressed, so an offer in the field must not replace its request. */
  const isPressed = useRef(false)
  const isLeft = useRef(false)

  async function attempt(request: () => Promise<PasskeyAssertion | null>) {
    try {
      const credential = await request()
      if (credential === null) return
      setRunning(true)
      adopt(await call(signInWithPasskey, { body: { credential } }))
    } catch (error) {
      console.warn('Failed to sign in with a passkey', error)
      setFailure(describeMutationError(error))
      setRunning(false)
    }
  }

  function press() {
    isPressed.current = true
    setRunning(true)
    setFailure(null)
    const request = async () => requestPasskey(await call(passkeySignInOptions, {}))
    void attempt(() =>
      request().catch((error: unknown) => {
        // The offer in the field was on its way already when the button was pressed.
        if (wasReplaced(error) && !isLeft.current) return request()
        throw error
      }),
    )
  }

  useEffect(() => {
    isLeft.current = false
    void attempt(async () => {
      if (!(await canOfferPasskeys())) return null
      const options = await call(passkeySignInOptions, {}).catch(() => null)
      return options === null || isLeft.current || isPressed.current ? null : offerPasskeys(options)
    })
    return () => {
      isLeft.current = true
      void stopOffering()
    }
    // Once for the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  if (!isOffered) return null
  return (
    <>
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      <div>
        <Button busy={running || !isReady} onClick={press}>
          {running ? 'Waiting for your passkey…' : 'Use a passkey'}
        </Button>
      </div>
    </>
  )
}
