import { describe, expect, it } from 'vitest'
import { refusal } from '../api/testing/refusal.ts'
import { signInMessage } from './sign-in.ts'

describe('signInMessage', () => {
  it('is the server’s own', () => {
    expect(signInMessage(refusal(400, { message: 'Invalid login credentials' }))).toBe(
      'Invalid login credentials',
    )
  })

  it.each([new Error(''), 'text', null])('is general where there is none: %o', (error) => {
    expect(signInMessage(error)).toBe('Authentication failed')
  })
})
