import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { signInMessage } from './sign-in.ts'

describe('signInMessage', () => {
  it('is the server’s own', () => {
    const error = new ApiError({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(signInMessage(error)).toBe('Invalid login credentials')
  })

  it.each([new Error(''), 'text', null])('is general where there is none: %o', (error) => {
    expect(signInMessage(error)).toBe('Authentication failed')
  })
})
