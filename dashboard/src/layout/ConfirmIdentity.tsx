import type { Reauthentication as Proof } from '@half-measure/shared/auth/session.ts'
import { reauthenticate } from '@half-measure/shared/routes/auth.ts'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useApi } from '../api/client.ts'
import { describeMutationError } from '../api/errors.ts'
import type { Reauthentication } from '../session/reauthentication.ts'

// Most sessions never need it.
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** Asks for the password again where the server wants a recent proof of it. */
export function ConfirmIdentity({ reauthentication }: { reauthentication: Reauthentication }) {
  const { subscribe, asked, answer } = reauthentication
  const api = useApi()
  const current = useSyncExternalStore(subscribe, asked)
  if (!current) return null

  async function prove(proof: Proof): Promise<string | null> {
    try {
      await api.call(reauthenticate, { body: proof })
    } catch (error) {
      return describeMutationError(error)
    }
    answer(true)
    return null
  }

  return (
    <Suspense>
      <ConfirmDialog {...current} onProof={prove} onClose={() => answer(false)} />
    </Suspense>
  )
}
