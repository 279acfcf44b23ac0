import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Reauthentication } from '../session/reauthentication.ts'

// Most sessions never need it.
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** Asks for the password again, or for a passkey, where the server requires re-authentication. */
export function ConfirmIdentity({ reauthentication }: { reauthentication: Reauthentication }) {
  const { subscribe, pending, resolve } = reauthentication
  const current = useSyncExternalStore(subscribe, pending)
  if (!current) return null
  return (
    <Suspense>
      <ConfirmDialog {...current} onResult={resolve} />
    </Suspense>
  )
}
