import { expect, it } from 'vitest'
import { personalDataKey } from './PersonalDataPage.tsx'

it.each([
  [' Ada@Example.org ', { email: 'ada@example.org' }],
  ['session_1782400000000_k3j9x0a7b2', { session_id: 'session_1782400000000_k3j9x0a7b2' }],
  ['0190A0B0-0000-7000-8000-000000000001', { consent_id: '0190a0b0-0000-7000-8000-000000000001' }],
  ['ada', null],
  ['ada@', null],
  ['session_1', null],
  ['', null],
])('%j', (text, key) => {
  expect(personalDataKey(text)).toEqual(key)
})
