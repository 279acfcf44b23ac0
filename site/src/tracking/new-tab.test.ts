import {
  CONSENT_KEY,
  CONSENT_VERSION,
  CONSENT_VERSION_KEY,
  NEW_TAB_KEY,
  SESSION_KEY,
} from '@half-measure/shared/domain/consent.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { continueSession, watchNewTabs } from './new-tab.ts'

const PAGE = {
  href: 'https://halfmeasure.test/about',
  referrer: 'https://halfmeasure.test/stories',
  origin: 'https://halfmeasure.test',
}
const NOTE = { sessionId: 'session_1_abcd', href: PAGE.href, at: 1_000 }
const OTHER = { sessionId: 'session_3_ijkl', href: 'https://halfmeasure.test/', at: 900 }

function storageOf(notes: unknown, consent = 'true') {
  const local = memoryStorage()
  local.setItem(CONSENT_KEY, consent)
  local.setItem(CONSENT_VERSION_KEY, CONSENT_VERSION)
  local.setItem(NEW_TAB_KEY, JSON.stringify(notes))
  return local
}

const notesIn = (local: ReturnType<typeof memoryStorage>) =>
  JSON.parse(local.getItem(NEW_TAB_KEY) ?? 'null') as unknown

/** The session of a tab that opens so long after the click. */
function sessionOf({ notes = [NOTE], page = PAGE, consent = 'true', own = '', after = 500 } = {}) {
  const [local, session] = [storageOf(notes, consent), memoryStorage()]
  if (own) session.setItem(SESSION_KEY, own)
  continueSession(local, session, page, NOTE.at + after)
  return { sessionId: session.getItem(SESSION_KEY), left: notesIn(local) }
}

describe('a tab that was opened from a page of ours', () => {
  it('continues its session, and leaves nothing behind for another tab', () => {
    expect(sessionOf()).toEqual({ sessionId: 'session_1_abcd', left: null })
  })

  it.each([
    ['another page', { page: { ...PAGE, href: 'https://halfmeasure.test/philosophy' } }],
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

  it('takes its own note, and leaves those of other tabs unless they are old', () => {
    const notes = [OTHER, NOTE]
    expect(sessionOf({ notes })).toEqual({ sessionId: 'session_1_abcd', left: [OTHER] })
    expect(sessionOf({ notes, page: { ...PAGE, href: OTHER.href } }).left).toEqual([NOTE])
    expect(sessionOf({ notes, after: 9_950 })).toEqual({ sessionId: 'session_1_abcd', left: null })
  })

  it('keeps a session of its own', () => {
    expect(sessionOf({ own: 'session_2_efgh' }).sessionId).toBe('session_2_efgh')
  })
})

describe('a page from which links are opened in new tabs', () => {
  const listeners: Record<string, (event: MouseEvent) => void> = {}

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000 })
    class Link {
      host = 'halfmeasure.test'
      target = ''
      href: string
      constructor(path: string) {
        this.href = PAGE.origin + path
      }
      closest = () => this
    }
    vi.stubGlobal('Element', Link)
    vi.stubGlobal('location', new URL(PAGE.referrer))
    vi.stubGlobal('addEventListener', (type: string, listener: (event: MouseEvent) => void) => {
      listeners[type] = listener
    })
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function watch(notes: unknown = []) {
    const [local, session] = [storageOf(notes), memoryStorage()]
    session.setItem(SESSION_KEY, 'session_1_abcd')
    watchNewTabs({ local, session, isGranted: () => true, partners: '/partners/' })
    const open = (path: string) => {
      const target = new (Element as unknown as new (path: string) => Element)(path)
      listeners['auxclick']?.({ target, button: 1 } as unknown as MouseEvent)
    }
    return { local, open }
  }

  it('notes each, and removes each note in its own time', () => {
    const { local, open } = watch([OTHER])
    open('/about')
    vi.advanceTimersByTime(5_000)
    open('/stories')
    const [about, stories] = ['/about', '/stories'].map((path) =>
      expect.objectContaining({ href: PAGE.origin + path }),
    )
    expect(notesIn(local)).toEqual([OTHER, about, stories])
    vi.advanceTimersByTime(5_000)
    expect(notesIn(local)).toEqual([stories])
    vi.advanceTimersByTime(5_000)
    expect(notesIn(local)).toBeNull()
  })

  it('notes over what another version of the page has written', () => {
    const { local, open } = watch({ sessionId: 'session_1_abcd', href: PAGE.href, at: 0 })
    open('/about')
    expect(notesIn(local)).toMatchObject([{ href: `${PAGE.origin}/about` }])
  })

  it('notes the page at the end of an affiliate link', () => {
    const { local, open } = watch()
    open('/go/quarter-bell-pale')
    expect(notesIn(local)).toMatchObject([{ href: `${PAGE.origin}/partners/quarter-bell-pale` }])
  })
})
