import type { OpenedShare, ShareOpening } from '@half-measure/shared/sharing/stats-key.ts'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { describeFailure, describeRefusal } from '../../api/describe-failure.ts'
import { openShare } from '../../api/stats-key-calls.ts'
import { Alert } from '../../ui/Alert.tsx'
import { textOf } from '../../ui/text-of.ts'

interface ShareDoorProps {
  secret: string
  children: (opening: ShareOpening, share: OpenedShare) => ReactNode
}

type State =
  | { is: 'opening' }
  | { is: 'locked'; problem: string | null }
  | { is: 'shut'; reason: string }
  | { is: 'open'; opening: ShareOpening; share: OpenedShare }

/** Opens a link, asking for its password where it has one. */
export function ShareDoor({ secret, children }: ShareDoorProps) {
  const id = useId()
  const [state, setState] = useState<State>({ is: 'opening' })

  useEffect(() => {
    let current = true
    void knock({ secret }).then((state) => current && setState(state))
    return () => {
      current = false
    }
  }, [secret])

  if (state.is === 'open') return children(state.opening, state.share)
  return (
    <main className="auth">
      <h1>Shared figures</h1>
      {state.is === 'opening' && <output>Opening the link…</output>}
      {state.is === 'shut' && <Alert tone="danger">{state.reason}</Alert>}
      {state.is === 'locked' && (
        <form
          className="auth-form"
          action={async (form) => setState(await knock({ secret, password: textOf(form, 'password') }))}
        >
          {state.problem !== null && <Alert tone="danger">{state.problem}</Alert>}
          <label htmlFor={id}>Password of this link</label>
          <input id={id} name="password" type="password" autoComplete="off" required />
          <button type="submit" className="button button-primary">
            Show the figures
          </button>
        </form>
      )}
    </main>
  )
}

async function knock(opening: ShareOpening): Promise<State> {
  if (opening.secret === '')
    return { is: 'shut', reason: 'This address is not complete: what stands behind the # is missing.' }
  try {
    return { is: 'open', opening, share: await openShare(opening) }
  } catch (error) {
    if (!(error instanceof ApiError)) return { is: 'shut', reason: describeFailure(error) }
    const isLocked = error.status === 401 || (error.status === 429 && opening.password !== undefined)
    if (!isLocked) return { is: 'shut', reason: describeRefusal(error) }
    return { is: 'locked', problem: error.code === 'share_password_required' ? null : error.message }
  }
}
