import { describe, expect, it } from 'vitest'
import {
  describeMutationError,
  describeQueryError,
  isRefusal,
  isRetryable,
  NetworkError,
  ResponseShapeError,
} from './errors.ts'
import { refusal } from './testing/refusal.ts'

it.each([
  ['no response', new NetworkError(new TypeError('fetch failed')), 'The server cannot be reached.'],
  [
    'another shape',
    new ResponseShapeError('/x', null),
    'Unexpected response from the server. Reload the page.',
  ],
  ['no session', refusal(401), 'Your session has ended. Sign in again.'],
  ['no admin', refusal(403), 'This account has no access to these figures.'],
  ['too fast', refusal(429, { retryAfter: 12 }), 'Too many requests. Wait 12 seconds.'],
  ['too fast, for a time unknown', refusal(429), 'Too many requests. Wait a moment.'],
  ['a server without its database', refusal(503), 'No.'],
  [
    'a proxy without its server',
    refusal(503, { code: 'http_503' }),
    'The server failed (status 503). Try again; if it fails again, see the collector’s log.',
  ],
  [
    'a broken server',
    refusal(500),
    'The server failed (status 500). Try again; if it fails again, see the collector’s log.',
  ],
  ['an invalid request', refusal(400), 'The server refused the request: No.'],
  ['what is not there', refusal(404), 'No.'],
  ['a bug', new RangeError('x'), 'Something went wrong on this page. Reload it.'],
])('describeQueryError: %s', (_name, error, words) => {
  expect(describeQueryError(error)).toBe(words)
})

describe('isRetryable', () => {
  it('holds for a missing response and a gateway without its server', () => {
    expect(isRetryable(new NetworkError(null))).toBe(true)
    expect([502, 503, 504].map((status) => isRetryable(refusal(status)))).toEqual([true, true, true])
  })

  it('does not hold for other responses', () => {
    expect([400, 401, 403, 429, 500].map((status) => isRetryable(refusal(status)))).not.toContain(true)
    expect(isRetryable(new ResponseShapeError('/x', null))).toBe(false)
  })
})

it('isRefusal holds for 4xx only', () => {
  expect([399, 400, 429, 499, 500].filter((status) => isRefusal(refusal(status)))).toEqual([400, 429, 499])
})

describe('a change that was refused', () => {
  it.each([400, 403, 404, 409, 422])('is shown in the server’s words: %i', (status) => {
    expect(describeMutationError(refusal(status))).toBe('No.')
  })

  it('is shown as any failure if the server failed', () => {
    expect(describeMutationError(refusal(500))).toMatch(/^The server failed \(status 500\)\./)
    expect(describeMutationError(refusal(401))).toBe('Your session has ended. Sign in again.')
  })
})
