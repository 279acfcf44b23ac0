import { createContext, use } from 'react'
import type { SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): SessionStore {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}
