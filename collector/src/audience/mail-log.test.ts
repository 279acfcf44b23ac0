import { FailedMailPage } from '@half-measure/shared/audience/failed-mail.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type AdminApp, openAdminApp } from '../../test/postgres/open-admin-app.ts'
import { auditedEvents } from '../../test/postgres/test-identity.ts'
import { claimEmail, failEmail, completeEmail } from '../email/outbox.ts'
import { queueEmail, waitingEmails } from '../email/testing/test-outbox.ts'
import { anEmail } from '../email/testing/an-email.ts'
import { recordEmailOutcome } from './email-outcomes.ts'
import { mailLogRoutes } from './mail-log.ts'

describePostgres('failed emails', (db) => {
  let owner: AdminApp

  beforeEach(async () => {
    owner = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/mails', mailLogRoutes(audience, admin)),
    )
    await queueEmail(db(), anEmail({ to: 'gone@b.test', subject: 'Confirm' }), now())
    await giveUpNext()
    owner.clock.advance({ minutes: 1 })
  })

  const now = () => owner.clock.now()
  const giveUpNext = async () => {
    const mail = await claimEmail(db(), now())
    if (!mail) throw new Error('no mail waits')
    await failEmail(db(), mail, { at: now(), reason: 'EENVELOPE: no such mailbox' }, recordEmailOutcome)
  }
  const call = (method: string, path = '') => owner.call(method, `/api/mails${path}`)
  const list = async (query = '') => FailedMailPage.parse((await call('GET', query)).json)

  it('is listed with the reason, and without what it says', async () => {
    await queueEmail(db(), anEmail({ to: 'next@b.test' }), now())
    const response = await call('GET')
    expect(FailedMailPage.parse(response.json)).toEqual({
      mails: [
        {
          id: expect.any(String),
          kind: 'newsletter-confirm',
          recipient: 'gone@b.test',
          subject: 'Confirm',
          created_at: '2026-11-20T10:00:00.000Z',
          failed_at: '2026-11-20T10:00:00.000Z',
          attempts: 1,
          reason: 'EENVELOPE: no such mailbox',
        },
      ],
      next: null,
      waiting: 1,
    })
    expect(response.text).not.toContain('Hello')
  })

  it('comes in pages, latest failure first', async () => {
    await queueEmail(db(), anEmail({ to: 'later@b.test' }), now())
    await giveUpNext()
    const first = await list('?limit=1')
    expect(first.mails.map(({ recipient }) => recipient)).toEqual(['later@b.test'])
    expect((await list(`?limit=1&cursor=${first.next}`)).mails).toMatchObject([{ recipient: 'gone@b.test' }])
  })

  it('is tried again by hand, from the beginning', async () => {
    const [mail] = (await list()).mails
    expect((await call('POST', `/${mail?.id}/retry`)).status).toBe(204)
    expect(await waitingEmails(db())).toMatchObject([{ failed_at: null, attempts: 0, due_at: now() }])
    const claimed = await claimEmail(db(), now())
    if (claimed) await completeEmail(db(), claimed, recordEmailOutcome)
    expect(await list()).toEqual({ mails: [], next: null, waiting: 0 })
    expect(await auditedEvents(db())).toContain('email_retried')
    expect((await call('POST', `/${mail?.id}/retry`)).code).toBe('email_not_found')
  })

  it.each([
    ['password-recovery', HOUR_MS],
    ['email-change', HOUR_MS],
    ['invitation', 7 * DAY_MS],
  ])('is not tried again by hand once the link in it has expired: %s', async (kind, lifetime) => {
    const requestedAt = new Date(now().getTime() + MINUTE_MS - lifetime)
    const id = await queueEmail(db(), anEmail({ kind }), requestedAt)
    await giveUpNext()
    expect((await call('POST', `/${id}/retry`)).status).toBe(204)
    await giveUpNext()
    // Counted from the request, not from the last retry.
    owner.clock.advance({ minutes: 1 })
    expect(await call('POST', `/${id}/retry`)).toMatchObject({ status: 409, code: 'email_link_expired' })
    expect((await list()).mails.map((mail) => mail.id)).toContain(id)
  })

  it('is forgotten by hand', async () => {
    const [mail] = (await list()).mails
    expect((await call('DELETE', `/${mail?.id}`)).status).toBe(204)
    expect(await waitingEmails(db())).toEqual([])
    expect(await auditedEvents(db())).toContain('email_deleted')
    expect((await call('DELETE', `/${mail?.id}`)).code).toBe('email_not_found')
  })

  it('is left alone while it only waits', async () => {
    await queueEmail(db(), anEmail({ to: 'next@b.test' }), now())
    const waiting = (await waitingEmails(db())).find(({ recipient }) => recipient === 'next@b.test')
    expect((await call('POST', `/${waiting?.id}/retry`)).code).toBe('email_not_found')
    expect((await call('DELETE', `/${waiting?.id}`)).code).toBe('email_not_found')
    expect(await waitingEmails(db())).toHaveLength(2)
  })
})
