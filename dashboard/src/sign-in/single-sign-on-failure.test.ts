import { SINGLE_SIGN_ON_FAILURES } from '@half-measure/shared/auth/single-sign-on.ts'
import { expect, it } from 'vitest'
import { singleSignOnMessage } from './single-sign-on-failure.ts'

it.each(SINGLE_SIGN_ON_FAILURES)('has words for %s, which begin with a capital', (failure) => {
  expect(singleSignOnMessage(failure, null)).toMatch(/^[A-Z].*\.$/)
})

it('names the provider, and who can help', () => {
  expect(singleSignOnMessage('not_invited', 'Brewery ID')).toBe(
    'Your address at Brewery ID has no access to this dashboard. Ask an owner to invite it.',
  )
})
