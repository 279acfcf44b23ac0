import {
  CONSENT_AT_KEY,
  CONSENT_KEY,
  CONSENT_VERSION,
  CONSENT_VERSION_KEY,
} from '@half-measure/shared/domain/consent.ts'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { createConsentStore } from './consent-store.ts'

const NOON = '2026-11-20T12:00:00.000Z'

interface Stored {
  readonly stored?: string
  readonly version?: string
  readonly privacyControl?: boolean
}

function setUp({ stored, version, privacyControl = false }: Stored = {}) {
  const storage = memoryStorage()
  if (stored !== undefined) storage.setItem(CONSENT_KEY, stored)
  if (version !== undefined) storage.setItem(CONSENT_VERSION_KEY, version)
  const window = new EventTarget()
  const store = createConsentStore({ storage, privacyControl, now: () => new Date(NOON), window })
  return { storage, store, window }
}

describe('consent store', () => {
  it.each([
    [undefined, 'undecided'],
    ['true', 'accepted'],
    ['false', 'rejected'],
    ['yes', 'undecided'],
  ] as const)('reads %s as %s', (stored, state) => {
    expect(setUp({ ...(stored !== undefined && { stored }) }).store.state()).toBe(state)
  })

  it('Accept stores the text true, the moment and the version of the words', () => {
    const { storage, store } = setUp()
    store.accept()
    expect(storage.getItem(CONSENT_KEY)).toBe('true')
    expect(storage.getItem(CONSENT_AT_KEY)).toBe(NOON)
    expect(storage.getItem(CONSENT_VERSION_KEY)).toBe(CONSENT_VERSION)
    expect(store.grant()).toEqual({ version: CONSENT_VERSION, at: NOON })
  })

  it('takes a choice without more for one of now, about the present words', () => {
    const { storage, store } = setUp({ stored: 'true' })
    expect(store.grant()).toEqual({ version: CONSENT_VERSION, at: NOON })
    expect(storage.getItem(CONSENT_VERSION_KEY)).toBe(CONSENT_VERSION)
  })

  it.each(['2026-10', '2025-12', ''])('asks again after an Accept of the earlier words %j', (version) => {
    const { storage, store } = setUp({ stored: 'true', version })
    storage.setItem(CONSENT_AT_KEY, NOON)
    expect([store.state(), store.grant()]).toEqual(['undecided', undefined])
    store.accept()
    expect(store.grant()).toEqual({ version: CONSENT_VERSION, at: NOON })
  })

  it('keeps the version of words that another tab has newer than this one', () => {
    const { storage, store } = setUp({ stored: 'true', version: '9999-01' })
    storage.setItem(CONSENT_AT_KEY, NOON)
    expect(store.grant()).toEqual({ version: '9999-01', at: NOON })
  })

  it('does not ask again who has rejected earlier words', () => {
    expect(setUp({ stored: 'false', version: '' }).store.state()).toBe('rejected')
  })

  it('Reject stores the text false and forgets moment and version of an earlier Accept', () => {
    const { storage, store } = setUp()
    store.accept()
    store.reject()
    expect(storage.getItem(CONSENT_KEY)).toBe('false')
    expect(storage.getItem(CONSENT_AT_KEY)).toBeNull()
    expect(storage.getItem(CONSENT_VERSION_KEY)).toBeNull()
    expect(store.grant()).toBeUndefined()
  })

  it('asks again a year after Accept', () => {
    const { storage, store } = setUp({ stored: 'true' })
    storage.setItem(CONSENT_AT_KEY, '2025-11-20T12:00:00.001Z')
    expect(store.state()).toBe('accepted')
    storage.setItem(CONSENT_AT_KEY, NOON.replace('2026', '2025'))
    expect([store.state(), store.grant()]).toEqual(['undecided', undefined])
    store.accept()
    expect(store.grant()).toMatchObject({ at: NOON })
  })

  it('reset removes the choice, so that the reader is undecided again', () => {
    const { storage, store } = setUp({ stored: 'true' })
    store.reset()
    expect(storage.getItem(CONSENT_KEY)).toBeNull()
    expect(store.state()).toBe('undecided')
  })

  it('takes Global Privacy Control for a refusal until the reader accepts', () => {
    const { store } = setUp({ privacyControl: true })
    expect(store.state()).toBe('rejected')
    expect(store.grant()).toBeUndefined()
    store.accept()
    expect(store.state()).toBe('accepted')
    store.reset()
    expect(store.state()).toBe('rejected')
  })

  it('tells its subscribers, until they leave', () => {
    const { store } = setUp()
    const seen: string[] = []
    const leave = store.subscribe((state) => seen.push(state))
    store.accept()
    store.reject()
    leave()
    store.reset()
    expect(seen).toEqual(['accepted', 'rejected'])
  })

  it('hears of a choice made in another tab', () => {
    const { storage, store, window } = setUp()
    const seen: string[] = []
    store.subscribe((state, where) => seen.push(`${state} ${where}`))
    storage.setItem(CONSENT_VERSION_KEY, CONSENT_VERSION)
    storage.setItem(CONSENT_KEY, 'true')
    window.dispatchEvent(Object.assign(new Event('storage'), { key: CONSENT_KEY }))
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'something-else' }))
    expect(seen).toEqual(['accepted elsewhere'])
  })

  it('hears of an Accept of newer words in another tab, and does not date it again', () => {
    const { storage, store, window } = setUp({ stored: 'true', version: '2025-12' })
    const seen: string[] = []
    store.subscribe((state) => seen.push(state))
    storage.setItem(CONSENT_AT_KEY, '2026-11-20T11:00:00.000Z')
    storage.setItem(CONSENT_VERSION_KEY, CONSENT_VERSION)
    window.dispatchEvent(Object.assign(new Event('storage'), { key: CONSENT_VERSION_KEY }))
    expect(seen).toEqual(['accepted'])
    store.accept()
    expect(store.grant()?.at).toBe('2026-11-20T11:00:00.000Z')
  })

  it('looks again when the reader comes back to a page that the browser kept', () => {
    const { storage, store, window } = setUp()
    const seen: string[] = []
    store.subscribe((state) => seen.push(state))
    storage.setItem(CONSENT_KEY, 'false')
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(seen).toEqual(['rejected'])
  })

  it.each([
    ['without a moment', undefined],
    ['of a clock that was ahead', '2026-11-20T12:01:00.001Z'],
    ['with an unreadable moment', 'noon'],
  ])('dates a grant %s from when it is found', (_, at) => {
    const { storage, store } = setUp({ stored: 'true' })
    if (at !== undefined) storage.setItem(CONSENT_AT_KEY, at)
    expect(store.grant()).toMatchObject({ at: NOON })
    expect(storage.getItem(CONSENT_AT_KEY)).toBe(NOON)
  })

  it('keeps a moment so little ahead that the server takes what happens now', () => {
    const { storage, store } = setUp({ stored: 'true' })
    storage.setItem(CONSENT_AT_KEY, '2026-11-20T12:01:00.000Z')
    expect(store.grant()).toMatchObject({ at: '2026-11-20T12:01:00.000Z' })
  })
})
