import { readFileSync } from 'node:fs'
import * as consentKeys from '@half-measure/shared/domain/consent.ts'
import { describe, expect, it } from 'vitest'
import { SAVED_STORIES_KEY } from '../articles/saved-stories.ts'
import { memoryStorage } from '../client/safe-storage.ts'
import { POPUP_SEEN_KEY } from '../newsletter/newsletter-popup.ts'
import { storedValues } from './stored-values.ts'

const { CONSENT_KEY, SENT_KEY, SESSION_KEY, variantKey } = consentKeys

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

  const keys = Object.entries(consentKeys).flatMap(([name, key]) =>
    name.endsWith('_KEY') && typeof key === 'string' ? [key] : [],
  )

  it.each([...keys, SAVED_STORIES_KEY, POPUP_SEEN_KEY])(
    '%s is on the cookie page, in text and list',
    (key) => {
      const policy = readFileSync(new URL('../../content/legal/cookie-policy.mdx', import.meta.url), 'utf8')
      expect(policy).toContain(`| \`${key}\` |`)
      const storage = memoryStorage()
      storage.setItem(key, 'x')
      // Sent events have a list of their own.
      const listed = key === SENT_KEY ? [] : [key]
      expect(
        storedValues(storage, memoryStorage())
          .concat(storedValues(memoryStorage(), storage))
          .map((value) => value.key),
      ).toEqual(listed)
    },
  )
})
