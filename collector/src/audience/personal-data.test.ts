import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { addAccount, auditedEvents, openTestIdentity, owner } from '../../test/postgres/test-identity.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { joinNewsletter, openTestAudience, writeMessage } from '../../test/postgres/test-audience.ts'
import { issueAccountToken } from '../identity/account-links.ts'
import { recordAudit } from '../identity/audit-log.ts'
import { signIn } from '../identity/sign-in.ts'
import { waitingEmails } from '../email/testing/test-outbox.ts'
import type { Audience } from './audience.ts'
import { recordConsent } from './consent.ts'
import { eraseConsent, erasePerson, recordsOfConsent, recordsOfPerson } from './personal-data.ts'

const client = '203.0.113.7'

describeEachPostgres('the data of one person', (db) => {
  let clock: TestClock
  let audience: Audience

  beforeEach(async () => {
    clock = new TestClock()
    audience = await openTestAudience(db(), clock.now)
  })

  const count = async (table: 'newsletter_subscribers' | 'users') =>
    (await db().selectFrom(table).select('id').execute()).length

  describe('is found by address', () => {
    it('in every table, and nobody else’s', async () => {
      for (const email of ['ada@b.test', 'bob@b.test']) {
        await writeMessage(audience, email, `From ${email}`)
        await joinNewsletter(audience, email)
      }
      const records = await recordsOfPerson(db(), ' ADA@b.test ')
      expect(records).toMatchObject({
        contact_messages: [{ subject: 'From ada@b.test', message: 'A long message.' }],
        subscriptions: [{ email: 'ada@b.test', source: 'page', confirmed_at: clock.now() }],
        newsletter_deliveries: [],
        accounts: [],
      })
      expect(records.emails).toHaveLength(3)
      expect(JSON.stringify(records)).not.toContain('bob@b.test')
    })

    it('with an account’s sign-ins and security events, and no secret', async () => {
      const identity = await openTestIdentity(db(), clock.now)
      const { session } = await signIn(identity, owner, client)
      await db()
        .insertInto('passkeys')
        .values({
          user_id: session.user.id,
          friendly_name: 'Laptop',
          credential_id: 'id',
          public_key: Buffer.from('key'),
          counter: 0,
          transports: [],
          created_at: clock.now(),
        })
        .execute()
      const records = await recordsOfPerson(db(), owner.email)
      expect(records).toMatchObject({
        accounts: [{ email: owner.email, role: 'owner' }],
        passkeys: [{ friendly_name: 'Laptop', created_at: clock.now(), last_used_at: null }],
        sign_ins: [{ method: 'password', ended_at: null }],
        security_events: [{ event: 'first_admin_created' }, { event: 'signed_in' }],
      })
      expect(JSON.stringify(records)).not.toMatch(/argon2|hash/)
    })
  })

  describe('of somebody who works here', () => {
    it('is found with what they did, and with the address that they are about to get', async () => {
      await openTestIdentity(db(), clock.now)
      const by = (await db().selectFrom('users').select('id').executeTakeFirstOrThrow()).id
      const created_at = clock.now()
      await recordAudit(db(), created_at, null, { event: 'subscriber_removed', details: { by } })
      await db()
        .insertInto('annotations')
        .values({ day: '2026-11-20', text: 'Sale', author_id: by, created_at })
        .execute()
      await db()
        .insertInto('saved_views')
        .values({ owner_id: by, name: 'Phones', query: '', shared: true, created_at })
        .execute()
      await db().insertInto('report_settings').values({ user_id: by, weekly: true }).execute()
      await issueAccountToken(db(), by, { purpose: 'email_change', newEmail: 'new@b.test' }, created_at)
      await writeMessage(audience, 'ada@b.test')
      const { id } = await db().selectFrom('contact_messages').select('id').executeTakeFirstOrThrow()
      const reply = {
        message_id: id,
        email_id: id,
        text: 'Dear Ada',
        outcome: 'delivered' as const,
        author_id: by,
        created_at,
      }
      await db().insertInto('message_replies').values(reply).execute()

      const pending_addresses = [{ new_email: 'new@b.test' }]
      const records = await recordsOfPerson(db(), owner.email)
      expect(records).toMatchObject({
        pending_addresses,
        actions: [{ event: 'subscriber_removed' }],
        annotations: [{ day: '2026-11-20', text: 'Sale' }],
        saved_views: [{ name: 'Phones' }],
        report_settings: [{ weekly: true, alerts: false }],
        replies_written: [{ message_id: id }],
      })
      expect(JSON.stringify(records)).not.toContain('Dear Ada')
      expect(await recordsOfPerson(db(), 'new@b.test')).toMatchObject({
        accounts: [],
        actions: [],
        pending_addresses,
      })
    })
  })

  it('a proof of consent is found and erased by its id', async () => {
    const id = '0190a0b0-0000-7000-8000-000000000001'
    const other = '0190a0b0-0000-7000-8000-000000000002'
    for (const each of [id, other])
      await recordConsent(audience, { id: each, version: '1', granted: true }, client)
    expect(await recordsOfConsent(db(), id)).toMatchObject({ consent_records: [{ id, version: '1' }] })
    expect(await eraseConsent(db(), id, clock.now(), other)).toBe(1)
    expect(await recordsOfConsent(db(), id)).toEqual({ consent_records: [] })
    expect(await recordsOfConsent(db(), other)).toMatchObject({ consent_records: [{ id: other }] })
  })

  describe('is erased by address', () => {
    const erase = (email: string) => erasePerson(db(), email, clock.now())

    it('from every table, with the mail that waits, and nobody else’s', async () => {
      for (const email of ['ada@b.test', 'bob@b.test']) {
        await writeMessage(audience, email, `From ${email}`)
        await joinNewsletter(audience, email)
      }
      expect(await erase(' ADA@b.test ')).toEqual({
        contact_messages: 1,
        subscriptions: 1,
        emails: 3,
        accounts: 0,
        is_admin: false,
      })
      const tables = [
        await db().selectFrom('contact_messages').selectAll().execute(),
        await db().selectFrom('newsletter_subscribers').selectAll().execute(),
        await waitingEmails(db()),
        await db().selectFrom('audit_log').selectAll().execute(),
      ]
      expect(JSON.stringify(tables)).not.toContain('ada@b.test')
      expect(tables.map((rows) => rows.length)).toEqual([1, 1, 3, 1])
      expect(await auditedEvents(db())).toEqual(['person_erased'])
    })

    it('is as if the person had never been there: they can come again', async () => {
      await joinNewsletter(audience, 'ada@b.test')
      await erase('ada@b.test')
      await joinNewsletter(audience, 'ada@b.test')
      expect(await count('newsletter_subscribers')).toBe(1)
    })

    it('leaves an administrator’s account, says so, and takes anybody else’s', async () => {
      await openTestIdentity(db(), clock.now)
      await addAccount(db(), 'reader@b.test', { at: clock.now() })
      expect(await erase(owner.email)).toMatchObject({ accounts: 0, is_admin: true })
      expect(await erase('reader@b.test')).toMatchObject({ accounts: 1, is_admin: false })
      expect(await count('users')).toBe(1)
    })

    it('from accounts that had the address before, an administrator’s excepted, which it says', async () => {
      await openTestIdentity(db(), clock.now)
      await db()
        .updateTable('users')
        .set({ former_emails: ['before@b.test'] })
        .execute()
      await addAccount(db(), 'reader@b.test', {
        at: clock.now(),
        formerEmails: ['once@b.test', 'kept@b.test'],
      })
      expect(await erase('once@b.test')).toMatchObject({ accounts: 0, is_admin: false })
      expect(await erase('before@b.test')).toMatchObject({ accounts: 0, is_admin: true })
      const accounts = await db().selectFrom('users').select('former_emails').orderBy('email').execute()
      expect(accounts.map(({ former_emails }) => former_emails)).toEqual([['before@b.test'], ['kept@b.test']])
    })
  })
})
