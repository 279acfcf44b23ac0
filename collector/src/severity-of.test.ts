import { describe, expect, it } from 'vitest'
import { severityOf } from './severity-of.ts'

describe('the severity of a failure that is tried again', () => {
  it.each([
    ['a server that is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'warn'],
    ['a server that is silent', new Error('Timeout error.'), 'warn'],
    ['an answer of the database', Object.assign(new Error('Unknown table'), { code: '60' }), 'error'],
    ['a full disk', Object.assign(new Error('write'), { code: 'ENOSPC', path: '/data/account' }), 'error'],
    ['a mistake of ours', new TypeError('undefined is no function'), 'error'],
  ])('of %s', (_, error, level) => expect(severityOf(error)).toBe(level))
})
