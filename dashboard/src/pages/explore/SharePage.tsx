import { publication } from '@half-measure/shared/publication.ts'
import { openShare } from '@half-measure/shared/routes/workspace.ts'
import type { OpenedShare, ShareOpening } from '@half-measure/shared/sharing/api-token.ts'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiProvider, call, createApi } from '../../api/client.ts'
import { ApiError, describeMutationError, describeQueryError } from '../../api/errors.ts'
import { useScope } from '../../filters/use-scope.ts'
import { Masthead, SkipLink } from '../../layout/Page.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { ExploreBoard } from './ExploreBoard.tsx'
import { shareTokens } from './share-tokens.ts'

/** The figures of a share link, without an account. */
export function SharePage() {
  const secret = useLocation().hash.slice(1)
  return (
    <>
      <title>{`Shared figures · ${publication.name}`}</title>
      <OpenLink key={secret} secret={secret} />
    </>
  )
}

type State =
  | { is: 'opening' }
  | { is: 'locked'; problem: string | null }
  | { is: 'refused'; reason: string }
  | { is: 'open'; opening: ShareOpening; share: OpenedShare }

/** Opens a link, asking for its password where it has one. */
function OpenLink({ secret }: { secret: string }) {
  const [state, setState] = useState<State>({ is: 'opening' })

  useEffect(() => void openLink({ secret }).then(setState), [secret])

  if (state.is === 'open') return <SharedFigures opening={state.opening} share={state.share} />
  return (
    <main className="auth stack">
      <h1>Shared figures</h1>
      {state.is === 'opening' && <output>Opening the link…</output>}
      {state.is === 'refused' && <Alert tone="danger">{state.reason}</Alert>}
      {state.is === 'locked' && (
        <Form onSubmit={async (field) => setState(await openLink({ secret, password: field('password') }))}>
          {state.problem !== null && <Alert tone="danger">{state.problem}</Alert>}
          <Field label="Password of this link" name="password" type="password" autoComplete="off" required />
          <Button type="submit" tone="primary">
            Show the figures
          </Button>
        </Form>
      )}
    </main>
  )
}

async function openLink(opening: ShareOpening): Promise<State> {
  if (opening.secret === '')
    return { is: 'refused', reason: 'This address is not complete: the part after the # is missing.' }
  try {
    return { is: 'open', opening, share: await call(openShare, { body: opening }) }
  } catch (error) {
    if (!(error instanceof ApiError)) return { is: 'refused', reason: describeQueryError(error) }
    const isLocked = error.status === 401 || (error.status === 429 && opening.password !== undefined)
    if (!isLocked) return { is: 'refused', reason: describeMutationError(error) }
    return { is: 'locked', problem: error.code === 'share_password_required' ? null : error.message }
  }
}

function SharedFigures({ opening, share }: { opening: ShareOpening; share: OpenedShare }) {
  const api = useMemo(
    () => createApi(shareTokens(opening, share, (body) => call(openShare, { body }))),
    [opening, share],
  )
  const scope = useScope()
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  // The address may have lost its query string on the way; the server knows the view.
  const isComplete = search !== '' || share.view === ''
  useEffect(() => {
    if (!isComplete) void navigate({ search: share.view, hash }, { replace: true })
  }, [isComplete, share.view, hash, navigate])
  if (!isComplete) return null
  return (
    <ApiProvider value={api}>
      <SkipLink />
      <header>
        <Masthead title={share.name} subtitle={`Figures of ${publication.name}, shared with you`} hasFigures>
          {null}
        </Masthead>
      </header>
      <main id="content" tabIndex={-1}>
        <ExploreBoard scope={scope} isAdmin={false} />
      </main>
    </ApiProvider>
  )
}
