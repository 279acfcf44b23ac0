import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Reauthentication } from '../session/reauthentication.ts'

// Most sessions never need it.
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** Asks for the password again, or for a passkey, where the server requires re-authentication. */
export function ConfirmIdentity({ reauthentication }: { reauthentication: Reauthentication }) {
  const { subscribe, asked, answer } = reauthentication
  const current = useSyncExternalStore(subscribe, asked)
  if (!current) return null
  return (
    <Suspense>
      <ConfirmDialog {...current} onAnswer={answer} />
    </Suspense>
  )
}
