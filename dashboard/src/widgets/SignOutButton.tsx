import { useState } from 'react'
import { useSession } from '../session/session-context.ts'
import { Alert } from '../ui/Alert.tsx'

/** Ends the session on the server; whoever listens to the session leads away from the page. */
export function SignOutButton() {
  const session = useSession()
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')

  async function leave() {
    setState('leaving')
    try {
      await session.signOut()
    } catch (error) {
      console.error('Failed to sign out', error)
      setState('failed')
    }
  }

  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={state === 'leaving'}
        onClick={() => state !== 'leaving' && void leave()}
      >
        Sign Out
      </button>
      {state === 'failed' && (
        <Alert tone="danger">You are still signed in: the server cannot be reached.</Alert>
      )}
    </>
  )
}
