import { CONSENT_KEY, NEW_TAB_KEY, SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { continueSession } from './new-tab.ts'

const PAGE = {
  href: 'https://halfmeasure.test/about',
  referrer: 'https://halfmeasure.test/stories',
  origin: 'https://halfmeasure.test',
}
const NOTE = { sessionId: 'session_1_abcd', href: PAGE.href, at: 1_000 }

/** The visit of a tab that opens so long after the click. */
function sessionOf({ note = NOTE, page = PAGE, consent = 'true', own = '', after = 500 } = {}) {
  const [local, session] = [memoryStorage(), memoryStorage()]
  local.setItem(CONSENT_KEY, consent)
  local.setItem(NEW_TAB_KEY, JSON.stringify(note))
  if (own) session.setItem(SESSION_KEY, own)
  continueSession(local, session, page, note.at + after)
  return { sessionId: session.getItem(SESSION_KEY), left: local.getItem(NEW_TAB_KEY) }
}

describe('a tab that was opened from a page of ours', () => {
  it('continues its session, and leaves nothing behind for another tab', () => {
    expect(sessionOf()).toEqual({ sessionId: 'session_1_abcd', left: null })
  })

  it.each([
    ['another page', { page: { ...PAGE, href: 'https://halfmeasure.test/' } }],
    ['a page that opens too late', { after: 10_000 }],
    ['a page that another site led to', { page: { ...PAGE, referrer: 'https://google.com/' } }],
    [
      'a page of a host that only begins like ours',
      { page: { ...PAGE, referrer: `${PAGE.origin}.evil.test/` } },
    ],
    ['a reader who has refused', { consent: 'false' }],
  ])('does not for %s', (_, given) => {
    expect(sessionOf(given).sessionId).toBeNull()
  })

  it('leaves the note to the tab that it is for, unless it is old', () => {
    const other = { ...PAGE, href: 'https://halfmeasure.test/' }
    expect(sessionOf({ page: other }).left).not.toBeNull()
    expect(sessionOf({ page: other, after: 10_000 }).left).toBeNull()
  })

  it('keeps a visit of its own', () => {
    expect(sessionOf({ own: 'session_2_efgh' }).sessionId).toBe('session_2_efgh')
  })
})
