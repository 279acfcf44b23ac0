import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../api-error.ts'
import { recordingLogger } from '../../spool/testing/temporary-spool.ts'
import { errorHandler } from './error-handler.ts'

async function responseTo(error: Error) {
  const { log, lines } = recordingLogger()
  const app = new Hono()
    .get('/', () => {
      throw error
    })
    .onError(errorHandler(log))
  const response = await app.request('/')
  return {
    status: response.status,
    headers: response.headers,
    body: ApiErrorBody.parse(await response.json()),
    lines,
  }
}

describe('errorHandler', () => {
  it('turns an expected refusal into its status, code and message', async () => {
    const error = new ApiError(409, 'already_there', 'It is there already.', { details: ['a'] })
    const { status, headers, body, lines } = await responseTo(error)
    expect(status).toBe(409)
    expect(body).toEqual({
      error: { code: 'already_there', message: 'It is there already.', details: ['a'] },
    })
    expect(headers.get('Retry-After')).toBeNull()
    expect(lines).toEqual([])
  })

  it('says when to come back', async () => {
    const { headers } = await responseTo(new ApiError(503, 'busy', 'Later.', { retryAfter: 7 }))
    expect(headers.get('Retry-After')).toBe('7')
  })

  it('says how to authenticate, and is kept by no cache', async () => {
    const { headers } = await responseTo(new ApiError(401, 'no_authorization', 'Who are you?'))
    expect(headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(headers.get('Cache-Control')).toBe('no-store')
    const refused = await responseTo(new ApiError(403, 'scope_missing', 'Not with this token.'))
    expect(refused.headers.get('WWW-Authenticate')).toBeNull()
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
  })

  it('leaves details out where there are none', async () => {
    const { body } = await responseTo(new ApiError(400, 'bad', 'Bad.'))
    expect(body.error).not.toHaveProperty('details')
  })

  it('turns what Hono throws into the same shape', async () => {
    const { status, body } = await responseTo(new HTTPException(401, { message: 'Who are you?' }))
    expect(status).toBe(401)
    expect(body).toEqual({ error: { code: 'http_error', message: 'Who are you?' } })
  })

  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['57P01', 'terminating connection due to administrator command'],
    ['53300', 'sorry, too many clients already'],
    ['', 'Connection terminated unexpectedly'],
    ['', 'timeout exceeded when trying to connect'],
  ])('says that the database is unavailable, and when to come back: %s %s', async (code, message) => {
    const { status, headers, body, lines } = await responseTo(
      Object.assign(new Error(message), code && { code }),
    )
    expect([status, headers.get('Retry-After'), body.error.code]).toEqual([503, '5', 'database_unavailable'])
    expect(lines).toEqual(['warn: the database is unavailable'])
  })

  it('does not take a file that is missing for an unavailable database', async () => {
    const error = Object.assign(new Error('no such file'), { code: 'ENOENT', path: '/a' })
    expect((await responseTo(error)).status).toBe(500)
  })

  it('logs unexpected errors, and hides them from clients', async () => {
    const { status, body, lines } = await responseTo(new TypeError('password "secret" is undefined'))
    expect(status).toBe(500)
    expect(body.error.code).toBe('internal_error')
    expect(JSON.stringify(body)).not.toMatch(/secret|TypeError|\.ts/)
    expect(lines).toEqual(['error: request failed'])
  })
})
