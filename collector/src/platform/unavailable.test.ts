import { describe, expect, it } from 'vitest'
import { severityOf } from './unavailable.ts'

describe('the severity of a failure that is tried again', () => {
  it.each([
    [
      'a server that cannot be reached',
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      'warn',
    ],
    ['a name that cannot be resolved', Object.assign(new Error('dns'), { code: 'EAI_AGAIN' }), 'warn'],
    ['a wrong call', Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' }), 'error'],
    ['a server that is silent', new Error('Timeout error.'), 'warn'],
    ['a server that is overloaded', Object.assign(new Error('Too many parts'), { code: '252' }), 'warn'],
    ['a text that speaks of a timeout', new Error('subject: the timeout was terminated'), 'error'],
    [
      'an error that the database reports',
      Object.assign(new Error('Unknown table'), { code: '60' }),
      'error',
    ],
    ['a full disk', Object.assign(new Error('write'), { code: 'ENOSPC', path: '/data/ledger' }), 'error'],
    ['a mistake of ours', new TypeError('undefined is no function'), 'error'],
  ])('of %s', (_, error, level) => expect(severityOf(error)).toBe(level))
})
