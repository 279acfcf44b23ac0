import { SessionId } from '@half-measure/shared/events/beacon.ts'
import { SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { sessionId } from './session.ts'

describe('sessionId', () => {
  it('has the form that the server accepts, with the moment in it', () => {
    const id = sessionId(memoryStorage(), () => 1_763_632_800_000)
    expect(id).toMatch(/^session_1763632800000_/)
    expect(SessionId.safeParse(id).success).toBe(true)
  })

  it('stays the same for the session', () => {
    const storage = memoryStorage()
    expect(sessionId(storage)).toBe(sessionId(storage))
  })

  it('differs from session to session, in the same millisecond too', () => {
    const now = () => 1
    const ids = new Set(Array.from({ length: 1_000 }, () => sessionId(memoryStorage(), now)))
    expect(ids.size).toBe(1_000)
  })

  it('replaces a stored text that the server would refuse', () => {
    const storage = memoryStorage()
    storage.setItem(SESSION_KEY, 'session_x')
    expect(SessionId.safeParse(sessionId(storage)).success).toBe(true)
  })
})
