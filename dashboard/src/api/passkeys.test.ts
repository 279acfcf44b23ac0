import { expect, it } from 'vitest'
import { describeMutationError } from './errors.ts'
import { passkeyError } from './passkeys.ts'

it.each([
  ['NotAllowedError', 'No passkey was used: the request was cancelled or took too long. Please try again.'],
  ['InvalidStateError', 'This device already has a passkey for this account.'],
  ['SecurityError', 'Passkeys work at admin.example.org only. Please open the dashboard there.'],
  [
    'ConstraintError',
    'This device cannot store a passkey protected by a PIN, fingerprint or face. Please use another device.',
  ],
  ['UnknownError', 'This device or browser could not use the passkey. Please try again, or use another way.'],
])('passkeyError says what %s means', (name, words) => {
  const error = passkeyError(new DOMException('', name), 'admin.example.org')
  expect(describeMutationError(error)).toBe(words)
})
