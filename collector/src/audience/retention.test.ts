import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import {
  addAccount,
  auditedEvents,
  openTestIdentity,
  owner,
  second,
} from '../../test/postgres/test-identity.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { joinNewsletter, openTestAudience, tokenIn, writeMessage } from '../../test/postgres/test-audience.ts'
import { createAdmin, revokeAdmin } from '../identity/admins.ts'
import { recordAudit } from '../identity/audit-log.ts'
import { identityRetention } from '../identity/retention.ts'
import { signIn } from '../identity/sign-in.ts'
import { queueEmail, waitingEmails } from '../email/testing/test-outbox.ts'
import { anEmail } from '../email/testing/an-email.ts'
import type { Audience } from './audience.ts'
import { recordConsent } from './consent.ts'
import { subscribe, unsubscribe } from './newsletter/subscriptions.ts'
import { expirePersonalData } from './retention.ts'

const nothing = {
  contact_messages: 0,
  unconfirmed_subscribers: 0,
  consent_records: 0,
  emails: 0,
  links: 0,
  sessions: 0,
  accounts: 0,
  api_tokens: 0,
  security_events: 0,
}
const client = '203.0.113.7'
const third = { email: 'third@halfmeasure.test', password: 'a phrase of its own as well' }

describeEachPostgres('personal data', (db) => {
  let clock: TestClock
  let audience: Audience

  beforeEach(async () => {
    clock = new TestClock()
    audience = await openTestAudience(db(), clock.now)
  })

  const signUp = (email: string) => subscribe(audience, { email, source: 'page' }, client)
  const expire = (at: string) => expirePersonalData(db(), new Date(at))
  const count = async (
    table: 'contact_messages' | 'newsletter_subscribers' | 'outbox' | 'users' | 'sessions',
  ) => (await db().selectFrom(table).select('id').execute()).length

  it('of attempts to get in is written down a thousand times an hour at most', async () => {
    for (let n = 0; n < 1_010; n += 1) await recordAudit(db(), clock.now(), null, { event: 'sign_in_failed' })
    await recordAudit(db(), clock.now(), null, { event: 'signed_in' })
    await recordAudit(db(), clock.now(), null, { event: 'recovery_requested' })
    // A flood of unknown addresses hides no attempt at a known one.
    await recordAudit(db(), clock.now(), '8f14e45f-ceea-467f-a0e6-5e0d6a1c2b3d', { event: 'sign_in_failed' })
    expect(await auditedEvents(db())).toHaveLength(1_003)
    clock.advance({ minutes: 60 })
    await recordAudit(db(), clock.now(), null, { event: 'sign_in_failed' })
    expect(await auditedEvents(db())).toHaveLength(1_004)
  })

  describe('expires', () => {
    it('after 24 months for messages', async () => {
      await writeMessage(audience, 'ada@b.test')
      expect(await expire('2028-11-20T09:59:59Z')).toEqual(nothing)
      expect(await expire('2028-11-20T10:00:00Z')).toEqual({ ...nothing, contact_messages: 1 })
      expect(await count('contact_messages')).toBe(0)
    })

    it('after 30 days for addresses that nobody confirmed, counted from the last request', async () => {
      await signUp('ada@b.test')
      clock.advance({ days: 20 })
      await signUp('ada@b.test')
      await joinNewsletter(audience, 'bob@b.test')
      expect(await expire('2027-01-09T09:59:59Z')).toEqual(nothing)
      expect(await expire('2027-01-09T10:00:00Z')).toMatchObject({ unconfirmed_subscribers: 1, links: 2 })
      const rest = await db().selectFrom('newsletter_subscribers').select('email').execute()
      expect(rest).toEqual([{ email: 'bob@b.test' }])
    })

    it('from the other tables even if consent records, the largest, cannot be deleted in time', async () => {
      await writeMessage(audience, 'ada@b.test')
      await sql`create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'canceling statement due to statement timeout'; end $$`.execute(db())
      await sql`create trigger refuse before delete on consent_records execute function refuse()`.execute(
        db(),
      )
      await expect(expire('2028-11-20T10:00:00Z')).rejects.toThrow('statement timeout')
      await sql`drop function refuse cascade`.execute(db())
      expect(await count('contact_messages')).toBe(0)
    })

    it('consent records by the index of each date', async () => {
      const plans: string[] = []
      await db()
        .transaction()
        .execute(async (trx) => {
          // The planner reads a small table as a whole where it may.
          await sql`set local enable_seqscan = off`.execute(trx)
          for (const date of ['withdrawn_at', 'granted_at']) {
            const { rows } = await sql<Record<string, string>>`explain delete from consent_records
            where ${sql.ref(date)} <= '2026-01-01'`.execute(trx)
            plans.push(rows.flatMap(Object.values).join('\n'))
          }
        })
      expect(plans[0]).toContain('consent_records_by_withdrawal')
      expect(plans[1]).toContain('consent_records_by_grant')
    })

    it('13 months after the withdrawal for proof of consent, or after the year that it counted', async () => {
      const choice = { id: 'a-random-id-of-a-browser', version: '2026-11' }
      await recordConsent(audience, { ...choice, granted: true }, client)
      await recordConsent(audience, { ...choice, id: 'another-id-of-a-browser', granted: true }, client)
      clock.advance({ days: 11 })
      await recordConsent(audience, { ...choice, granted: false }, client)
      expect(await expire('2027-12-31T09:59:59Z')).toEqual(nothing)
      expect(await expire('2028-01-01T10:00:00Z')).toEqual({ ...nothing, consent_records: 1 })
      expect(await expire('2028-12-20T09:59:59Z')).toEqual(nothing)
      expect(await expire('2028-12-20T10:00:00Z')).toEqual({ ...nothing, consent_records: 1 })
    })

    it('30 days after a mail was given up', async () => {
      await queueEmail(db(), anEmail(), clock.now())
      expect(await expire('2027-12-20T10:00:00Z')).toEqual(nothing)
      await db().updateTable('outbox').set({ failed_at: clock.now() }).execute()
      expect(await expire('2026-12-20T09:59:59Z')).toEqual(nothing)
      expect(await expire('2026-12-20T10:00:00Z')).toEqual({ ...nothing, emails: 1 })
    })

    it('400 days after they were made for links to leave, of those who left', async () => {
      await joinNewsletter(audience, 'ada@b.test')
      const welcome = (await waitingEmails(db())).find(({ kind }) => kind === 'newsletter-welcome')
      expect((await expire('2046-01-01T00:00:00Z')).links).toBe(0)
      await unsubscribe(audience, tokenIn(welcome, '/newsletter/unsubscribe'))
      expect((await expire('2027-12-25T09:59:59Z')).links).toBe(0)
      expect((await expire('2027-12-25T10:00:00Z')).links).toBe(1)
    })

    it('400 days after they were made for links to leave, of those who have a newer one', async () => {
      await joinNewsletter(audience, 'ada@b.test')
      clock.advance({ days: 200 })
      await signUp('ada@b.test')
      const [reminder] = (await waitingEmails(db())).filter(({ kind }) => kind === 'newsletter-reminder')
      expect((await expire('2027-12-25T09:59:59Z')).links).toBe(0)
      expect((await expire('2027-12-25T10:00:00Z')).links).toBe(1)
      expect((await expire('2046-01-01T00:00:00Z')).links).toBe(0)
      await expect(unsubscribe(audience, tokenIn(reminder, '/newsletter/unsubscribe'))).resolves.toEqual({
        status: 'unsubscribed',
      })
    })

    it('after 24 months for security events, after 90 days for what anybody can cause', async () => {
      await recordAudit(db(), clock.now(), null, { event: 'sign_in_failed' })
      await recordAudit(db(), clock.now(), null, { event: 'admin_created' })
      expect((await expire('2027-02-18T09:59:59Z')).security_events).toBe(0)
      expect((await expire('2027-02-18T10:00:00Z')).security_events).toBe(1)
      expect(await auditedEvents(db())).toEqual(['admin_created'])
      expect((await expire('2028-11-20T09:59:59Z')).security_events).toBe(0)
      expect((await expire('2028-11-20T10:00:00Z')).security_events).toBe(1)
    })

    it('beyond 10,000 for each kind of what anybody can cause, and for nothing else', async () => {
      const { maxAttempts } = identityRetention
      await sql`insert into audit_log (at, event, details)
        select ${clock.now()}::timestamptz, event, '{}' from generate_series(1, ${maxAttempts + 5}),
          unnest(array['sign_in_failed', 'signed_in']) as event`.execute(db())
      expect((await expire('2026-11-21T10:00:00Z')).security_events).toBe(5)
      expect((await auditedEvents(db())).filter((event) => event === 'signed_in')).toHaveLength(
        maxAttempts + 5,
      )
    })

    it('with sessions that have expired, and invitations that nobody accepted', async () => {
      const identity = await openTestIdentity(db(), clock.now)
      await signIn(identity, owner, client)
      const id = await addAccount(db(), 'invited@b.test', { at: clock.now() })
      await db()
        .insertInto('account_tokens')
        .values({
          token_hash: randomBytes(32),
          user_id: id,
          purpose: 'invite',
          role: 'editor',
          created_at: clock.now(),
          expires_at: new Date('2026-11-27T10:00:00Z'),
        })
        .execute()
      expect(await expire('2026-11-27T10:00:00Z')).toEqual({ ...nothing, links: 1 })
      expect(await expire('2026-12-20T09:59:59Z')).toEqual(nothing)
      expect(await expire('2026-12-20T10:00:00Z')).toEqual({ ...nothing, sessions: 1, accounts: 1 })
      const rest = await db().selectFrom('users').select('email').execute()
      expect(rest).toEqual([{ email: owner.email }])
    })

    it('30 days after API tokens and share links have expired or were revoked', async () => {
      const identity = await openTestIdentity(db(), clock.now)
      await signIn(identity, owner, client)
      const { user_id } = await db().selectFrom('admin_profiles').select('user_id').executeTakeFirstOrThrow()
      const aToken = (name: string, expires_at: Date | null, revoked_at: Date | null) => ({
        name,
        expires_at,
        revoked_at,
        kind: 'token' as const,
        scopes: ['figures' as const],
        view: '',
        secret_hash: Buffer.from(name),
        created_by: user_id,
        created_at: clock.now(),
      })
      await db()
        .insertInto('api_tokens')
        .values([
          aToken('expired', new Date('2026-12-01T10:00:00Z'), null),
          aToken('revoked', null, new Date('2026-12-02T10:00:00Z')),
          aToken('active', null, null),
        ])
        .execute()
      expect((await expire('2026-12-31T09:59:59Z')).api_tokens).toBe(0)
      expect((await expire('2026-12-31T10:00:00Z')).api_tokens).toBe(1)
      expect((await expire('2027-01-01T10:00:00Z')).api_tokens).toBe(1)
      const rest = await db().selectFrom('api_tokens').select('name').execute()
      expect(rest).toEqual([{ name: 'active' }])
    })

    it('12 months after the last sign-in or the end of the right for accounts, which colleagues keep the views of', async () => {
      const identity = await openTestIdentity(db(), clock.now)
      for (const admin of [second, third]) await createAdmin(identity, admin)
      for (const account of [owner, second, third]) await signIn(identity, account, client)
      await revokeAdmin(identity, second.email)
      const views = [true, false].map((shared) => ({
        name: 'Phones',
        query: '',
        shared,
        created_at: clock.now(),
      }))
      for (const { id } of await db().selectFrom('users').select('id').execute())
        await db()
          .insertInto('saved_views')
          .values(views.map((view) => ({ ...view, owner_id: id })))
          .execute()
      clock.advance({ days: 10 })
      await revokeAdmin(identity, third.email)

      const accounts = async (at: string) => (await expire(at)).accounts
      expect(await accounts('2027-11-20T09:59:59Z')).toBe(0)
      expect(await accounts('2027-11-20T10:00:00Z')).toBe(1)
      expect(await accounts('2027-11-30T09:59:59Z')).toBe(0)
      expect(await accounts('2027-11-30T10:00:00Z')).toBe(1)
      expect(await accounts('2046-01-01T00:00:00Z')).toBe(0)
      const rest = await db().selectFrom('saved_views').select(['owner_id', 'shared']).execute()
      const kinds = rest.map(
        ({ owner_id, shared }) => `${shared ? 'shared' : 'private'}${owner_id ? '' : ', of nobody'}`,
      )
      expect(kinds.toSorted()).toEqual(['private', 'shared', 'shared, of nobody', 'shared, of nobody'])
    })
  })
})
