import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { mailboxProblems } from './mailbox-problems.ts'

const SMTP_URL = 'smtp://mail.halfmeasure.org'
const ADMIN_PASSWORD = 'a password of our own'

describe('a mail server', () => {
  it.each([
    { SITE_ORIGIN: 'https://halfmeasure.org' },
    { DASHBOARD_ORIGIN: 'https://admin.halfmeasure.org' },
    { HOST: '0.0.0.0' },
  ])('is refused at start with a sender that cannot exist: %o', (given) => {
    const env = { ADMIN_PASSWORD, MAIL_FROM: 'friday@b.test', ...given }
    expect(readEnv(env)).toBeDefined()
    expect(() => readEnv({ SMTP_URL, ...env })).toThrow(
      /^ {2}- SMTP_URL: .*friday@b\.test.*shared\/src\/publication\.ts.*MAIL_FROM/m,
    )
  })

  it('is taken with any sender on this machine, for tests and trials', () => {
    const here = { SITE_ORIGIN: 'https://localhost', DASHBOARD_ORIGIN: 'https://admin.localhost' }
    expect(readEnv({ SMTP_URL, ...here, HOST: '0.0.0.0', ADMIN_PASSWORD }).SMTP_URL).toBe(SMTP_URL)
    expect(readEnv({ SMTP_URL }).SMTP_URL).toBe(SMTP_URL)
  })

  const refusedWith = (MAIL_FROM: string, mailboxes: string[]) =>
    mailboxProblems({ SMTP_URL, MAIL_FROM, HOST: '0.0.0.0' }, mailboxes).length > 0

  it('is taken with mailboxes of one’s own', () => {
    expect(refusedWith('Half Measure <friday@halfmeasure.org>', ['hello@mail.halfmeasure.org'])).toBe(false)
    expect(refusedWith('Test <friday@test.org>', ['hello@myexample.org'])).toBe(false)
  })

  it.each(['a@b.test', 'a@b.example', 'a@example.org', 'a@mail.example.COM', 'a@localhost'])(
    'is refused with %s as sender, or as the only mailbox that cannot exist',
    (address) => {
      expect(refusedWith(`Half Measure <${address}>`, ['hello@halfmeasure.org'])).toBe(true)
      expect(refusedWith(address, ['hello@halfmeasure.org'])).toBe(true)
      expect(refusedWith('friday@halfmeasure.org', ['hello@halfmeasure.org', address])).toBe(true)
    },
  )
})
