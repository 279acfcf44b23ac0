import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function recorded(onLine?: (level: string) => void) {
  let text = ''
  const log = createLogger('info', {
    to: { write: (line: string) => void (text += line) },
    ...(onLine ? { onLine } : {}),
  })
  return { log, text: () => text }
}

describe('a line of the log', () => {
  it('says what an error is, where it was and what caused it', () => {
    const { log, text } = recorded()
    const cause = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
    log.error({ err: new Error('the insert was not confirmed', { cause }) }, 'again')
    expect(JSON.parse(text())).toMatchObject({
      msg: 'again',
      err: {
        type: 'Error',
        message: 'the insert was not confirmed',
        cause: { code: 'ECONNREFUSED', message: 'connect refused' },
      },
    })
    expect(text()).toContain('logger.test.ts')
  })

  it('leaves out the row that a database quotes with its error', () => {
    const { log, text } = recorded()
    const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
      code: '23505',
      detail: 'Key (email)=(reader@example.org) already exists.',
      parameters: ['reader@example.org'],
    })
    log.error({ err: error }, 'request failed')
    expect(text()).toContain('23505')
    expect(text()).not.toContain('reader@example.org')
  })

  it('holds no password and no token', () => {
    const { log, text } = recorded()
    log.info({ password: 'hunter2', session: { access_token: 'abc', refresh_token: 'def' } }, 'signed in')
    for (const secret of ['hunter2', 'abc', 'def']) expect(text()).not.toContain(secret)
  })

  it('is counted by level if it is written, and only then', () => {
    const levels: string[] = []
    const { log } = recorded((level) => levels.push(level))
    log.debug('unseen')
    log.warn('seen')
    log.error('seen')
    expect(levels).toEqual(['warn', 'error'])
  })
})
