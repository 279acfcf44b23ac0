import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import {
  CONSENT_KEY,
  CONSENT_VERSION,
  CONSENT_VERSION_KEY,
  SESSION_KEY,
  variantKey,
} from '@half-measure/shared/domain/consent.ts'
import { EXPERIMENTS, findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { ENDED_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { chooseVariants, endedVariants, keepFallback } from './variants.ts'

const SESSION = 'session_1763632800000_k3j9x2'

function setUp({ consent = 'true' }: { consent?: string } = {}) {
  const [local, session] = [memoryStorage(), memoryStorage()]
  local.setItem(CONSENT_KEY, consent)
  local.setItem(CONSENT_VERSION_KEY, CONSENT_VERSION)
  session.setItem(SESSION_KEY, SESSION)
  return { local, session }
}

describe('the variants of a session', () => {
  it('are those that the server computes from the same id', () => {
    const { local, session } = setUp()
    expect(chooseVariants(local, session, {})).toEqual(
      Object.fromEntries(
        EXPERIMENTS.map((experiment) => [experiment.name, assignVariant(experiment, SESSION)]),
      ),
    )
  })

  it('follow what the server returned on an earlier page', () => {
    const { local, session } = setUp()
    for (const { name } of findExperiment('review_page_layout')?.variants ?? []) {
      session.setItem(variantKey('review_page_layout'), name)
      expect(chooseVariants(local, session, {})).toMatchObject({ review_page_layout: name })
    }
  })

  it('are the fallback that another tab of the session kept, and no other session’s', () => {
    const { local, session } = setUp()
    const hashed = chooseVariants(local, session, {})
    for (const { name } of findExperiment('review_page_layout')?.variants ?? []) {
      keepFallback(local, 'review_page_layout', SESSION, name)
      expect(chooseVariants(local, session, {})).toMatchObject({ review_page_layout: name })
      keepFallback(local, 'review_page_layout', `${SESSION}x`, name)
      expect(chooseVariants(local, session, {})).toEqual(hashed)
    }
  })

  it('keep a fallback without the id of its session', () => {
    const { local } = setUp()
    keepFallback(local, 'review_page_layout', SESSION, 'compact')
    expect(local.getItem(variantKey('review_page_layout'))).toMatch(/^\d{1,3}:compact$/)
  })

  it('ignore a stored name that the test does not have', () => {
    const { local, session } = setUp()
    const hashed = chooseVariants(local, session, {})
    session.setItem(variantKey('review_page_layout'), 'verbose')
    expect(chooseVariants(local, session, {})).toEqual(hashed)
  })

  it.each(['false', 'yes', ''])('are none where consent is %j, and nothing is stored', (consent) => {
    const { local } = setUp({ consent })
    const session = memoryStorage()
    expect(chooseVariants(local, session, {})).toBeUndefined()
    expect(session.getItem(SESSION_KEY)).toBeNull()
  })

  it('are only of tests that run', () => {
    const { local, session } = setUp()
    const all = chooseVariants(local, session, {})
    const { cta_button_text: ended, ...running } = all ?? {}
    expect(ended).toBeDefined()
    expect(chooseVariants(local, session, { cta_button_text: 'Check Price' })).toEqual(running)
  })
})

describe('tests that have ended', () => {
  it('are those that the server names and the site has', () => {
    expect(endedVariants('cta_button_text=Check+Price&older_test=a')).toEqual({
      cta_button_text: 'Check Price',
    })
  })

  it('show their control where the site no longer has the chosen variant, and do not start again', () => {
    const { local, session } = setUp()
    const ended = endedVariants('review_page_layout=verbose')
    expect(ended).toEqual({ review_page_layout: 'default' })
    expect(chooseVariants(local, session, ended)).not.toHaveProperty('review_page_layout')
  })

  it('are none where no server has filled the page', () => {
    expect(endedVariants(ENDED_PLACEHOLDER)).toEqual({})
  })
})
