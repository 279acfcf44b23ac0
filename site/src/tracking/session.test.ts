import { SessionId } from '@half-measure/shared/events/beacon.ts'
import { OUTBOX_KEY, SENT_KEY, SESSION_GRANT_KEY, SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import { describe, expect, it } from 'vitest'
import { type KeyValueStorage, memoryStorage } from '../client/safe-storage.ts'
import { forgetWithdrawnSession, withdrawnSessionId } from '../consent/withdrawn-session.ts'
import { clearSession, isOfOtherGrant, sessionId, withdrawSession } from './session.ts'

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

describe('a withdrawn session', () => {
  function withdraw() {
    const [local, session] = [memoryStorage(), memoryStorage()]
    const id = sessionId(session)
    for (const key of [SESSION_GRANT_KEY, OUTBOX_KEY, SENT_KEY]) session.setItem(key, '[]')
    withdrawSession(local, session)
    return { id, local, session }
  }

  it('leaves its id and nothing else, so that its events can still be erased', () => {
    const { id, session } = withdraw()
    expect(withdrawnSessionId(session)).toBe(id)
    for (const key of [SESSION_KEY, SESSION_GRANT_KEY, OUTBOX_KEY, SENT_KEY])
      expect(session.getItem(key), key).toBeNull()
  })

  it('is still known after Reject, which follows the withdrawal', () => {
    const { id, local, session } = withdraw()
    withdrawSession(local, session)
    expect(withdrawnSessionId(session)).toBe(id)
  })

  it.each([
    ['the reader has answered', (_: unknown, session: KeyValueStorage) => forgetWithdrawnSession(session)],
    ['it is erased', clearSession],
  ] as const)('is forgotten once %s', (_, answer) => {
    const { local, session } = withdraw()
    answer(local, session)
    expect(withdrawnSessionId(session)).toBeUndefined()
  })

  it('is none where nothing was counted', () => {
    const [local, session] = [memoryStorage(), memoryStorage()]
    withdrawSession(local, session)
    expect(withdrawnSessionId(session)).toBeUndefined()
  })
})

describe('a session', () => {
  it.each([
    ['the grant that it began with', '2026-11-20T10:00:00.000Z', false],
    ['a later grant', '2026-11-20T11:00:00.000Z', true],
    ['none yet, as in a new tab', undefined, false],
  ])('that is based on %s', (_, at, isOther) => {
    const session = memoryStorage()
    if (at) session.setItem(SESSION_GRANT_KEY, at)
    expect(isOfOtherGrant(session, '2026-11-20T10:00:00.000Z')).toBe(isOther)
  })
})
