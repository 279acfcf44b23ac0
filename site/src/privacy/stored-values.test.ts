import { CONSENT_KEY, SESSION_KEY, variantKey } from '@half-measure/shared/domain/consent.ts'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { storedValues } from './stored-values.ts'

describe('what this browser keeps', () => {
  it('is nothing before a choice', () => {
    expect(storedValues(memoryStorage(), memoryStorage())).toEqual([])
  })

  it('is named with its value and its meaning, from both storages', () => {
    const [local, session] = [memoryStorage(), memoryStorage()]
    local.setItem(CONSENT_KEY, 'true')
    local.setItem(variantKey('cta_button_text'), 'Check Price')
    session.setItem(SESSION_KEY, 'session_1_abcd')
    local.setItem('somebody-else', 'x')
    expect(storedValues(local, session).map(({ key, value }) => [key, value])).toEqual([
      ['cookie-consent', 'true'],
      ['ab-test-cta_button_text', 'Check Price'],
      ['analytics-session', 'session_1_abcd'],
    ])
    for (const { meaning } of storedValues(local, session)) expect(meaning).not.toBe('')
  })
})
