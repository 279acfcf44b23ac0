import { CONSENT_AT_KEY, CONSENT_KEY } from '@half-measure/shared/domain/consent.ts'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { createConsentStore } from './consent-store.ts'

const NOON = '2026-11-20T12:00:00.000Z'

function setUp({ stored, privacyControl = false }: { stored?: string; privacyControl?: boolean } = {}) {
  const storage = memoryStorage()
  if (stored !== undefined) storage.setItem(CONSENT_KEY, stored)
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

  it('Accept stores the text true and the moment', () => {
    const { storage, store } = setUp()
    store.accept()
    expect(storage.getItem(CONSENT_KEY)).toBe('true')
    expect(storage.getItem(CONSENT_AT_KEY)).toBe(NOON)
    expect(store.grant()).toEqual({ at: NOON })
  })

  it('Reject stores the text false and forgets the moment of an earlier Accept', () => {
    const { storage, store } = setUp()
    store.accept()
    store.reject()
    expect(storage.getItem(CONSENT_KEY)).toBe('false')
    expect(storage.getItem(CONSENT_AT_KEY)).toBeNull()
    expect(store.grant()).toBeUndefined()
  })

  it('asks again a year after Accept', () => {
    const { storage, store } = setUp({ stored: 'true' })
    storage.setItem(CONSENT_AT_KEY, '2025-11-20T12:00:00.001Z')
    expect(store.state()).toBe('accepted')
    storage.setItem(CONSENT_AT_KEY, NOON.replace('2026', '2025'))
    expect([store.state(), store.grant()]).toEqual(['undecided', undefined])
    store.accept()
    expect(store.grant()).toEqual({ at: NOON })
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
    storage.setItem(CONSENT_KEY, 'true')
    window.dispatchEvent(Object.assign(new Event('storage'), { key: CONSENT_KEY }))
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'something-else' }))
    expect(seen).toEqual(['accepted elsewhere'])
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

  it('dates a grant without a moment from when it is found', () => {
    const { storage, store } = setUp({ stored: 'true' })
    expect(store.grant()).toEqual({ at: NOON })
    expect(storage.getItem(CONSENT_AT_KEY)).toBe(NOON)
  })
})
