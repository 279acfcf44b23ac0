import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { addAccount, auditEntries, mailedToken, owner } from '../../../test/postgres/test-identity.ts'
import { useSingleSignOn, verified } from '../../../test/postgres/use-single-sign-on.ts'
import { recover, redeemLink } from '../account-links.ts'
import { revokeAdmin } from '../admins.ts'
import { authenticate, type Principal } from '../authenticate.ts'
import { signIn } from '../sign-in.ts'
import { inviteAdmin, removeAdmin } from '../team.ts'

describePostgres('single sign-on of invited and former administrators', (db) => {
  const sso = useSingleSignOn(db)

  const ownPrincipal = async (): Promise<Principal> => {
    const { session } = await signIn(sso.app.identity, owner, '203.0.113.7')
    return authenticate(sso.app.identity, session.access_token)
  }
  const invite = async (email: string, role: 'owner' | 'editor' = 'editor') =>
    inviteAdmin(sso.app.identity, await ownPrincipal(), { email, role })
  const expireInvitations = () => db().updateTable('account_tokens').set({ expires_at: sso.now() }).execute()

  describe('admits', () => {
    it('an invited address, in the role of the invitation, whose link then works no more', async () => {
      await invite('new@elsewhere.test')
      sso.provider.people.set('n', verified('New@Elsewhere.test'))
      const browser = sso.app.openBrowser()
      expect((await browser.signIn('n')).failure).toBeNull()
      expect(await browser.role()).toBe('editor')
      const open = await db()
        .selectFrom('account_tokens')
        .select('purpose')
        .where('used_at', 'is', null)
        .execute()
      expect(open).toEqual([])
      expect(await auditEntries(db(), 'invitation_accepted')).toEqual([
        { user_id: expect.any(String), details: {} },
      ])
    })

    it('with no transaction open while the password is hashed that the account gets', async () => {
      await invite('new@elsewhere.test')
      sso.provider.people.set('n', verified('new@elsewhere.test'))
      const { passwords } = sso.app.identity
      const isFree: boolean[] = []
      vi.spyOn(passwords, 'hashOfUnknown').mockImplementation(async () => {
        const { rows } = await sql<{
          free: boolean
        }>`select pg_try_advisory_xact_lock(hashtext('single sign-on')) as free`.execute(db())
        isFree.push(...rows.map(({ free }) => free))
        return passwords.hash('unknown')
      })
      expect((await sso.signInAs('n')).failure).toBeNull()
      expect(isFree).toEqual([true])
    })

    it('an address of an allowed domain as an analyst where an invitation has expired, opened or not', async () => {
      for (const [subject, isOpened] of [
        ['a', false],
        ['b', true],
      ] as const) {
        const email = `${subject}@allowed.test`
        await invite(email, 'owner')
        await expireInvitations()
        sso.provider.people.set(subject, verified(email))
        if (isOpened) {
          await recover(sso.app.identity, email, '203.0.113.7')
          await redeemLink(sso.app.identity, {
            type: 'recovery',
            token: await mailedToken(db(), 'password-recovery'),
          })
        }
        const browser = sso.app.openBrowser()
        expect((await browser.signIn(subject)).failure).toBeNull()
        expect(await browser.role()).toBe('analyst')
      }
    })

    it.each([
      ['before the link of the email is used', async () => {}],
      [
        'after it',
        async () => {
          const token = await mailedToken(db(), 'invitation')
          await redeemLink(sso.app.identity, { type: 'invite', token })
        },
      ],
    ])('a former administrator who is invited with another address, %s', async (_, meanwhile) => {
      sso.provider.people.set('a', verified('ada@allowed.test'))
      await sso.signInAs('a')
      await revokeAdmin(sso.app.identity, 'ada@allowed.test')
      await invite('ada@elsewhere.test')
      await meanwhile()
      sso.provider.people.set('a', verified('ada@elsewhere.test'))
      const browser = sso.app.openBrowser()
      expect((await browser.signIn('a')).failure).toBeNull()
      expect([(await browser.session()).user.email, await browser.role()]).toEqual([
        'ada@elsewhere.test',
        'editor',
      ])
      expect(await sso.linksOf('ada@allowed.test')).toEqual([])
      expect(await sso.linksOf('ada@elsewhere.test')).toHaveLength(1)

      await revokeAdmin(sso.app.identity, 'ada@elsewhere.test')
      for (const email of ['ada@elsewhere.test', 'ada@allowed.test', 'ada.again@allowed.test']) {
        sso.provider.people.set('a', verified(email))
        expect((await sso.signInAs('a')).failure).toBe('not_invited')
      }
    })
  })

  describe('refuses', () => {
    it('another person with the address of a linked account, until it is invited again', async () => {
      await invite('new@elsewhere.test')
      sso.provider.people.set('n', verified('new@elsewhere.test'))
      await sso.signInAs('n')
      sso.provider.people.set('m', verified('new@elsewhere.test'))
      expect((await sso.signInAs('m')).failure).toBe('other_account')
      expect(await sso.refusals()).toEqual([{ hasUser: true, reason: 'other_account' }])
      await revokeAdmin(sso.app.identity, 'new@elsewhere.test')
      await invite('new@elsewhere.test')
      expect((await sso.signInAs('m')).failure).toBeNull()
      expect(await sso.linksOf('new@elsewhere.test')).toMatchObject([{ subject: 'm' }])
      expect((await sso.signInAs('n')).failure).toBe('other_account')
    })

    it('the person an account was linked with before its right was revoked and given again', async () => {
      await invite('new@elsewhere.test')
      sso.provider.people.set('n', verified('new@elsewhere.test'))
      await sso.signInAs('n')
      await revokeAdmin(sso.app.identity, 'new@elsewhere.test')
      await invite('new@elsewhere.test')
      await redeemLink(sso.app.identity, { type: 'invite', token: await mailedToken(db(), 'invitation') })
      sso.provider.people.set('n', verified('moved@elsewhere.test'))
      expect((await sso.signInAs('n')).failure).toBe('not_invited')
      expect(await sso.linksOf('new@elsewhere.test')).toEqual([])
    })

    it('a former administrator, by domain, by another address and by an earlier one too', async () => {
      sso.provider.people.set('a', verified('ada@allowed.test'))
      await sso.signInAs('a')
      await revokeAdmin(sso.app.identity, 'ada@allowed.test')
      expect((await sso.signInAs('a')).failure).toBe('not_invited')
      sso.provider.people.set('a', verified('ada.married@allowed.test'))
      expect((await sso.signInAs('a')).failure).toBe('not_invited')
      await addAccount(db(), 'x@elsewhere.test', { at: sso.now(), formerEmails: ['bob@allowed.test'] })
      sso.provider.people.set('b', verified('bob@allowed.test'))
      expect((await sso.signInAs('b')).failure).toBe('not_invited')
    })

    it('an invitation that has expired', async () => {
      await invite('new@elsewhere.test')
      await expireInvitations()
      sso.provider.people.set('n', verified('new@elsewhere.test'))
      expect((await sso.signInAs('n')).failure).toBe('not_invited')
    })

    it('an allowed domain alone where an owner took the invitation back, or invited a former administrator', async () => {
      await invite('ada@allowed.test')
      sso.provider.people.set('a', verified('ada@allowed.test'))
      const { id } = await db()
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'ada@allowed.test')
        .executeTakeFirstOrThrow()
      await removeAdmin(sso.app.identity, await ownPrincipal(), id)
      expect((await sso.signInAs('a')).failure).toBe('not_invited')

      sso.provider.people.set('b', verified('bob@allowed.test'))
      await sso.signInAs('b')
      await revokeAdmin(sso.app.identity, 'bob@allowed.test')
      await invite('bob@allowed.test')
      await expireInvitations()
      await db().deleteFrom('identities').execute()
      expect((await sso.signInAs('b')).failure).toBe('not_invited')
    })
  })
})
