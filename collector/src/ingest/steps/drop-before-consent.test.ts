import { aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { aDraft, atNow } from '../../testing/drafts.ts'
import { dropBeforeConsent } from './drop-before-consent.ts'

const granted = { consent: { analytics: true, version: '2026-11', at: atNow() } } as const

describe('dropBeforeConsent', () => {
  it.each([
    ['an hour after the grant', 3_600_000, undefined],
    ['at the grant', 0, undefined],
    ['a minute before it, on the page being read', -60_000, undefined],
    ['a millisecond more than a minute before it', -60_001, 'before_consent'],
    ['a year before it', -365 * 86_400_000, 'before_consent'],
  ])('an event %s', (_, offset, reason) => {
    const event = aPageView({ occurred_at: atNow(offset) })
    expect(dropBeforeConsent(aDraft({ event, beacon: granted }))).toBe(reason)
  })

  it('goes by the sender’s clock alone, however wrong it is', () => {
    const consent = { analytics: true, version: '2026-11', at: '2019-01-01T00:00:00Z' } as const
    const at = (occurred_at: string) => aDraft({ event: aPageView({ occurred_at }), beacon: { consent } })
    expect(dropBeforeConsent(at('2019-01-01T00:00:01Z'))).toBeUndefined()
    expect(dropBeforeConsent(at('2018-12-31T23:00:00Z'))).toBe('before_consent')
  })
})
