import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type FactorClient, openFactorClient, wrongCode } from '../../test/postgres/factor-client.ts'
import { owner } from '../../test/postgres/test-identity.ts'
import { waitingEmails } from '../email/testing/test-outbox.ts'
import { resetAdminFactors } from './admins.ts'
import { signIn } from './sign-in.ts'

describePostgres('the owner of an account gets an email', (db) => {
  let client: FactorClient

  beforeEach(async () => {
    client = await openFactorClient(db())
  })

  const notices = async () =>
    (await waitingEmails(db())).filter(({ kind }) => kind === 'account-changed').map(({ subject }) => subject)

  it('of a sign-in in another browser than before, and of none in the same', async () => {
    const { identity } = client.app
    const { device } = await signIn(identity, owner, '203.0.113.7')
    await signIn(identity, owner, '203.0.113.8', { device, name: null })
    expect(await notices()).toEqual([])
    await signIn(identity, owner, '203.0.113.7')
    await signIn(identity, owner, '203.0.113.7', { device: `${device}x`, name: 'Firefox on Windows' })
    const newBrowser = 'Somebody signed in to your account in a new browser'
    expect(await notices()).toEqual([newBrowser, newBrowser])
    const texts = (await waitingEmails(db())).map(({ text }) => text)
    // A set, since both may have been written in the same millisecond.
    const browsers = new Set(texts.map((text) => /The browser calls itself (.*)\./.exec(text)?.[1]))
    expect(browsers).toEqual(new Set([undefined, 'Firefox on Windows']))
  })

  it('of new recovery codes', async () => {
    const { session } = await client.withFactor()
    await client.app.post('/recovery-codes', {}, session.access_token)
    expect(await notices()).toContain('Your account has new recovery codes')
  })

  it('of factors that somebody else removed', async () => {
    await client.withFactor()
    await resetAdminFactors(client.app.identity, owner.email)
    expect(await notices()).toContain('All second factors were removed from your account')
  })

  it('once when guessed codes have used up the attempts', async () => {
    const { factor } = await client.withFactor()
    const { access_token } = await client.app.signIn()
    const locked = async () =>
      (await notices()).filter((subject) => subject === 'Too many wrong codes for your account').length
    for (let n = 0; n < 14; n++) await client.verifyFactor(access_token, factor, wrongCode)
    expect(await locked()).toBe(0)
    for (let n = 0; n < 3; n++) await client.verifyFactor(access_token, factor, wrongCode)
    expect(await locked()).toBe(1)
  })
})
