import {
  CONSENT_ID_KEY,
  CONSENT_REPORTS_KEY,
  CONSENT_VERSION,
  CONSENT_VERSION_KEY,
} from '@half-measure/shared/domain/consent.ts'
import { ConsentChoice } from '@half-measure/shared/audience/consent.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { startConsentProof } from './consent-proof.ts'
import { createConsentStore } from './consent-store.ts'

function setUp(responses: (number | 'offline')[] = [], storage = memoryStorage()) {
  const choices: ConsentChoice[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    choices.push(ConsentChoice.parse(JSON.parse(body)))
    const response = responses.shift() ?? 201
    if (response === 'offline') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(null, { status: response }))
  })
  const window = new EventTarget()
  const consent = createConsentStore({ storage, privacyControl: false, now: () => new Date(), window })
  startConsentProof(consent, storage)
  return { choices, consent, storage, window }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('proof of consent', () => {
  it('is one report for Accept, and one under the same id for its withdrawal', async () => {
    const { choices, consent, storage } = setUp()
    consent.accept()
    await vi.advanceTimersByTimeAsync(0)
    const id = storage.getItem(CONSENT_ID_KEY)
    consent.reset()
    await vi.advanceTimersByTimeAsync(0)
    expect(choices).toEqual([
      { id, version: '2026-11', granted: true },
      { id, version: '2026-11', granted: false },
    ])
    expect([storage.getItem(CONSENT_ID_KEY), storage.getItem(CONSENT_REPORTS_KEY)]).toEqual([null, null])
  })

  it('is nothing at all for a reader who refuses', async () => {
    const { choices, consent, storage } = setUp()
    consent.reject()
    consent.reset()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(choices).toEqual([])
    expect(storage.getItem(CONSENT_ID_KEY)).toBeNull()
  })

  it('waits for the next page where the server cannot be reached, in the order of the choices', async () => {
    const first = setUp(Array.from<'offline'>({ length: 9 }).fill('offline'))
    first.consent.accept()
    first.consent.reject()
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect(first.choices).toHaveLength(4)

    const next = setUp([], first.storage)
    await vi.advanceTimersByTimeAsync(0)
    expect(next.choices.map(({ granted }) => granted)).toEqual([true, false])
    expect(new Set(next.choices.map(({ id }) => id)).size).toBe(1)
  })

  it('ends once the words have changed, and is another one for the new words', async () => {
    const { consent, storage } = setUp()
    consent.accept()
    await vi.advanceTimersByTimeAsync(0)
    storage.setItem(CONSENT_VERSION_KEY, '2026-10')
    const next = setUp([], storage)
    next.consent.accept()
    await vi.advanceTimersByTimeAsync(0)
    expect(next.choices).toMatchObject([{ granted: false }, { granted: true, version: CONSENT_VERSION }])
    expect(next.choices[1]?.id).not.toBe(next.choices[0]?.id)
  })

  it('has a new id for a new Accept', async () => {
    const { choices, consent } = setUp()
    consent.accept()
    consent.reject()
    consent.accept()
    await vi.advanceTimersByTimeAsync(0)
    expect(choices.map(({ granted }) => granted)).toEqual([true, false, true])
    expect(choices[0]?.id).toBe(choices[1]?.id)
    expect(choices[2]?.id).not.toBe(choices[0]?.id)
  })

  it('is left to the tab in which the reader chose', async () => {
    const { choices, storage, window } = setUp()
    storage.setItem(CONSENT_VERSION_KEY, CONSENT_VERSION)
    storage.setItem('cookie-consent', 'true')
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'cookie-consent' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(choices).toEqual([])
  })
})
