import { describe, expect, it } from 'vitest'
import { EmailAddress } from './email-address.ts'

describe('an email address', () => {
  it.each([
    ['reader@example.org', 'reader@example.org'],
    ['  Reader@Example.ORG ', 'reader@example.org'],
    ["o'brien+news@mail.example.co.uk", "o'brien+news@mail.example.co.uk"],
    ['a&b@example.org', 'a&b@example.org'],
    ['a/b=c@example.org', 'a/b=c@example.org'],
    ['reader@xn--e1afmkfd.xn--p1ai', 'reader@xn--e1afmkfd.xn--p1ai'],
    ['reader@münchen.de', 'reader@xn--mnchen-3ya.de'],
    ['Reader@MÜNCHEN.de', 'reader@xn--mnchen-3ya.de'],
    ['reader@пример.рф', 'reader@xn--e1afmkfd.xn--p1ai'],
  ])('%s is taken', (typed, stored) => {
    expect(EmailAddress.parse(typed)).toBe(stored)
  })

  it.each([
    '',
    'reader',
    'reader@',
    '@example.org',
    'reader@localhost',
    'reader@example.org.',
    'reader@.example.org',
    'reader@exa_mple.org',
    'reader@-example.org',
    'reader@127.0.0.1',
    'a b@example.org',
    'a,b@example.org',
    '.reader@example.org',
    'reader.@example.org',
    'rea..der@example.org',
    'a@b@example.org',
    'Reader <reader@example.org>',
    'reader@example.org\r\nBcc: other@example.org',
    'reader@münchen.de/path',
    'reader@münchen.de:25',
    'röder@example.org',
    `${'x'.repeat(65)}@example.org`,
    `reader@${'long-label.'.repeat(30)}org`,
  ])('%s is refused', (typed) => {
    expect(EmailAddress.safeParse(typed).success).toBe(false)
  })
})
