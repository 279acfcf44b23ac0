import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { publicationProblems } from './publication-problems.ts'

const SMTP_URL = 'smtp://mail.halfmeasure.org'
const ADMIN_PASSWORD = 'a password of our own'

describe('a mail server', () => {
  it.each([
    { SITE_ORIGIN: 'https://halfmeasure.org' },
    { DASHBOARD_ORIGIN: 'https://admin.halfmeasure.org' },
    { HOST: '0.0.0.0' },
  ])(
    'is refused at start with a sender that cannot exist and a placeholder for the publisher: %o',
    (given) => {
      const env = { ADMIN_PASSWORD, MAIL_FROM: 'friday@b.test', ...given }
      expect(readEnv(env)).toBeDefined()
      const started = () => readEnv({ SMTP_URL, ...env })
      expect(started).toThrow(/^ {2}- SMTP_URL: .*friday@b\.test.*shared\/src\/publication\.ts.*MAIL_FROM/m)
      expect(started).toThrow(/^ {2}- SMTP_URL: .*placeholder.*postal address.*shared\/src\/publication\.ts/m)
    },
  )

  it('is taken with any sender on this machine, for tests and trials', () => {
    const here = { SITE_ORIGIN: 'https://localhost', DASHBOARD_ORIGIN: 'https://admin.localhost' }
    expect(readEnv({ SMTP_URL, ...here, HOST: '0.0.0.0', ADMIN_PASSWORD }).SMTP_URL).toBe(SMTP_URL)
    expect(readEnv({ SMTP_URL }).SMTP_URL).toBe(SMTP_URL)
  })

  const own = { name: 'Amber & Rye Ltd', address: '4 Bridge Street, Hexham' }
  const refusedWith = (MAIL_FROM: string, mailboxes: string[], publisher = own) =>
    publicationProblems(
      { SMTP_URL, MAIL_FROM, HOST: '0.0.0.0' },
      { mailboxes: Object.fromEntries(mailboxes.entries()), publisher },
    ).length > 0

  it('is taken with mailboxes and a publisher of one’s own', () => {
    expect(refusedWith('Half Measure <friday@halfmeasure.org>', ['hello@mail.halfmeasure.org'])).toBe(false)
    expect(refusedWith('Test <friday@test.org>', ['hello@myexample.org'])).toBe(false)
  })

  it.each([
    { name: 'The Example Press', address: own.address },
    { name: own.name, address: '1 Example Street, London' },
  ])('is refused with a publisher that is a placeholder: %o', (publisher) => {
    expect(refusedWith('friday@halfmeasure.org', ['hello@halfmeasure.org'], publisher)).toBe(true)
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
