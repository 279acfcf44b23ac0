import { EmailAddress } from '@half-measure/shared/audience/email-address.ts'
import { SubscriberPage } from '@half-measure/shared/audience/subscriber.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type AdminApp, openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import { owner as account } from '../../../test/postgres/test-identity.ts'
import { tokenIn } from '../../../test/postgres/test-audience.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { subscriberRoutes } from './newsletter-routes.ts'
import { confirmSubscription, subscribe } from './subscriptions.ts'

describePostgres('the newsletter’s subscribers', (db) => {
  let owner: AdminApp

  beforeEach(async () => {
    owner = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/subscribers', subscriberRoutes(audience, admin)),
    )
    await subscribe(owner.audience, { email: '=ada@b.test', source: 'page' }, '203.0.113.7')
    owner.clock.advance({ minutes: 1 })
    await subscribe(owner.audience, { email: 'bob@b.test', source: 'footer' }, '203.0.113.7')
    const mail = (await waitingEmails(db())).find(({ recipient }) => recipient === 'bob@b.test')
    owner.clock.advance({ minutes: 1 })
    await confirmSubscription(owner.audience, tokenIn(mail, '/newsletter/confirm'))
  })

  const get = (path: string) => owner.call('GET', `/api/subscribers${path}`)
  const list = async (query = '') => SubscriberPage.parse((await get(query)).json)
  const emails = async (query = '') => (await list(query)).subscribers.map(({ email }) => email)

  it('are listed newest first, with how many there are', async () => {
    expect(await list()).toEqual({
      subscribers: [
        {
          id: expect.any(String),
          email: 'bob@b.test',
          source: 'footer',
          created_at: '2026-11-20T10:01:00.000Z',
          confirmed_at: '2026-11-20T10:02:00.000Z',
          is_undeliverable: false,
        },
        expect.objectContaining({ email: '=ada@b.test', source: 'page', confirmed_at: null }),
      ],
      next: null,
      totals: { confirmed: 1, pending: 1 },
    })
  })

  it('are found by state and by address', async () => {
    expect(await emails('?state=confirmed')).toEqual(['bob@b.test'])
    expect(await emails('?state=pending')).toEqual(['=ada@b.test'])
    expect(await emails('?q=BOB')).toEqual(['bob@b.test'])
    const first = await list('?limit=1')
    expect(await emails(`?limit=1&cursor=${first.next}`)).toEqual(['=ada@b.test'])
  })

  it('are found by an international domain as people write it', async () => {
    await subscribe(
      owner.audience,
      { email: EmailAddress.parse('eve@münchen.de'), source: 'page' },
      '203.0.113.7',
    )
    for (const q of ['eve@münchen.de', 'Eve@MÜNCHEN.de', 'münchen', 'eve@xn--mnchen-3ya.de'])
      expect(await emails(`?q=${encodeURIComponent(q)}`), q).toEqual(['eve@xn--mnchen-3ya.de'])
  })

  it('are exported as CSV without formulas, and who took them is written down', async () => {
    const { headers, text } = await get('/export.csv')
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="subscribers.csv"')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(text).toBe(
      '"email","source","created_at","confirmed_at","is_undeliverable"\r\n' +
        '"bob@b.test","footer","2026-11-20T10:01:00.000Z","2026-11-20T10:02:00.000Z","false"\r\n' +
        `"'=ada@b.test","page","2026-11-20T10:00:00.000Z","","false"\r\n`,
    )
    const entry = await db()
      .selectFrom('audit_log')
      .innerJoin('users', (join) => join.onTrue())
      .select(['event', 'details', 'users.id'])
      .where('event', '=', 'subscribers_exported')
      .where('users.email', '=', account.email)
      .executeTakeFirstOrThrow()
    expect(entry.details).toEqual({ by: entry.id, rows: 2 })
  })

  it('are taken off the list, with their mail', async () => {
    const id = (await list('?q=bob')).subscribers[0]?.id
    expect((await owner.call('DELETE', `/api/subscribers/${id}`)).status).toBe(204)
    expect(await emails()).toEqual(['=ada@b.test'])
    expect((await waitingEmails(db())).map(({ recipient }) => recipient)).toEqual(['=ada@b.test'])
    expect((await owner.call('DELETE', `/api/subscribers/${id}`)).code).toBe('subscriber_not_found')
    expect((await owner.call('DELETE', '/api/subscribers/x')).code).toBe('subscriber_not_found')
  })
})
