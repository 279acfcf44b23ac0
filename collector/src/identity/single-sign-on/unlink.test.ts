import { AuthUser } from '@half-measure/shared/auth/session.ts'
import { expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { auditEntries, owner } from '../../../test/postgres/test-identity.ts'
import { useSingleSignOn } from '../../../test/postgres/use-single-sign-on.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { signIn } from '../sign-in.ts'

describePostgres('removing a single sign-on link', (db) => {
  const sso = useSingleSignOn(db)

  const withPassword = async () => (await signIn(sso.app.identity, owner, '203.0.113.7')).session.access_token
  const remove = async (token: string, issuer: string | undefined = sso.provider.issuer) => {
    const query = new URLSearchParams(issuer === '' ? {} : { issuer }).toString()
    const response = await sso.app.app.request(`/api/auth/identities?${query}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    })
    return { status: response.status, json: (await response.json()) as { error?: { code: string } } }
  }

  it('ends it, which is recorded and mailed', async () => {
    await sso.signInAs('o')
    const { status, json } = await remove(await withPassword())
    expect(status).toBe(200)
    expect(AuthUser.parse(json).identities).toMatchObject([{ provider: 'email' }])
    expect(await sso.linksOf(owner.email)).toEqual([])
    expect(await auditEntries(db(), 'single_sign_on_unlinked')).toMatchObject([
      { details: { issuer: sso.provider.issuer } },
    ])
    const subjects = (await waitingEmails(db())).map(({ subject }) => subject)
    expect(subjects).toContain('A single sign-on link was removed from your account')

    sso.provider.people.set('o', { email: 'moved@elsewhere.test', email_verified: true })
    expect((await sso.signInAs('o')).failure).toBe('not_invited')
  })

  it('ends the sessions that it opened, and no other', async () => {
    const browser = sso.app.openBrowser()
    await browser.signIn('o')
    await remove(await withPassword())
    expect(
      await db().selectFrom('sessions').select(['method', 'ended_by']).orderBy('method').execute(),
    ).toEqual([
      { method: 'oidc', ended_by: 'single_sign_on_unlinked' },
      { method: 'password', ended_by: null },
    ])
    await expect(browser.session()).rejects.toThrow()
  })

  it('makes room for another person with the address', async () => {
    await sso.signInAs('o')
    sso.provider.people.set('p', { email: owner.email, email_verified: true })
    expect((await sso.signInAs('p')).failure).toBe('other_account')
    await remove(await withPassword())
    expect((await sso.signInAs('p')).failure).toBeNull()
    expect(await sso.linksOf(owner.email)).toMatchObject([{ subject: 'p' }])
  })

  it('is refused to a session that began at the provider, so that nobody locks themselves out', async () => {
    const browser = sso.app.openBrowser()
    await browser.signIn('o')
    const { status, json } = await remove((await browser.session()).access_token)
    expect([status, json.error?.code]).toEqual([409, 'signed_in_with_provider'])
    expect(await sso.linksOf(owner.email)).toHaveLength(1)
  })

  it('needs re-authentication', async () => {
    await sso.signInAs('o')
    const token = await withPassword()
    sso.advance(11 * 60_000)
    expect((await remove(token)).json.error?.code).toBe('reauthentication_needed')
    expect(await sso.linksOf(owner.email)).toHaveLength(1)
  })

  it('responds 404 without a link and 400 without an issuer', async () => {
    const token = await withPassword()
    expect((await remove(token)).json.error?.code).toBe('single_sign_on_link_not_found')
    expect((await remove(token, '')).json.error?.code).toBe('validation_failed')
  })
})
