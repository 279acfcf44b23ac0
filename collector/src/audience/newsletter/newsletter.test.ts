import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type NewsletterApp, openNewsletter, reader } from '../../../test/postgres/newsletter-app.ts'
import { formPost, jsonPost } from '../../../test/postgres/test-app.ts'
import { tokenIn } from '../../../test/postgres/test-audience.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { productionOrigins as origins } from '../../testing/origins.ts'

describePostgres('the newsletter', (db) => {
  let newsletter: NewsletterApp

  beforeEach(async () => {
    newsletter = await openNewsletter(db())
  })

  const post = (body: object) => newsletter.app.request('/api/newsletter', jsonPost(body))
  const postForm = (fields: Record<string, string>, headers?: Record<string, string>) =>
    newsletter.app.request('/api/newsletter', formPost(fields, headers))

  describe('signing up', () => {
    it('stores the address as unconfirmed and asks its owner to confirm it', async () => {
      const response = await newsletter.signUp(' Ada@Example.TEST ')
      expect([response.status, await response.json()]).toEqual([202, {}])
      expect(await newsletter.subscribers()).toMatchObject([
        { email: reader, source: 'page', confirmed_at: null },
      ])
      expect(await waitingEmails(db())).toMatchObject([
        { kind: 'newsletter-confirm', recipient: reader, reply_to: 'friday@halfmeasure.test' },
      ])
    })

    it('gives the same response for an address that is new, unconfirmed, or confirmed', async () => {
      const responses = [await newsletter.signUp()]
      responses.push(await newsletter.signUp())
      await newsletter.confirm(tokenIn(await newsletter.newestEmail(), '/newsletter/confirm'))
      responses.push(await newsletter.signUp())
      for (const response of responses) expect([response.status, await response.json()]).toEqual([202, {}])
      const kinds = (await waitingEmails(db())).map((mail) => mail.kind)
      expect(kinds.toSorted()).toEqual([
        'newsletter-confirm',
        'newsletter-confirm',
        'newsletter-reminder',
        'newsletter-welcome',
      ])
      expect(await newsletter.subscribers()).toHaveLength(1)
    })

    it('takes every source that the site has, and no other', async () => {
      for (const source of ['popup', 'page', 'footer', 'article']) {
        expect((await post({ email: `${source}@b.test`, source })).status).toBe(202)
      }
      const other = await post({ email: reader, source: 'elsewhere' })
      expect([other.status, await other.json()]).toMatchObject([
        400,
        { error: { code: 'validation_failed', details: { source: expect.any(String) } } },
      ])
    })

    it.each(['', 'ada', 'ada@', 'a b@c.test', `${'a'.repeat(250)}@b.test`, 'ada@b.test\u0000', 5, null])(
      'refuses what is no address: %j',
      async (email) => {
        expect((await post({ email, source: 'page' })).status).toBe(400)
        expect(await newsletter.subscribers()).toEqual([])
      },
    )

    it('sends strangers’ requests to one address three times an hour at most, and tells nobody', async () => {
      for (let n = 0; n < 5; n += 1) {
        const response = await newsletter.signUp(reader, { 'X-Test-Client': `198.51.100.${n}` })
        expect(response.status).toBe(202)
      }
      expect(await waitingEmails(db())).toHaveLength(3)
      newsletter.clock.advance({ minutes: 61 })
      await newsletter.signUp()
      expect(await waitingEmails(db())).toHaveLength(4)
    })

    it('refuses a client that tries many addresses, for a while', async () => {
      for (let n = 0; n < 20; n += 1) expect((await newsletter.signUp(`r${n}@b.test`)).status).toBe(202)
      const response = await newsletter.signUp('one-more@b.test')
      expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '600'])
      newsletter.clock.advance({ minutes: 11 })
      expect((await newsletter.signUp('one-more@b.test')).status).toBe(202)
    })

    it('sends at most a thousand emails an hour, however many networks sign up', async () => {
      const signUpFrom = (n: number) =>
        newsletter.signUp(`r${n}@b.test`, { 'x-test-client': `10.0.${n >> 8}.${n & 255}` })
      expect((await signUpFrom(0)).status).toBe(202)
      await sql`
        insert into limited_attempts (key_hash, at)
        select key_hash, at from limited_attempts, generate_series(1, 998)`.execute(db())
      newsletter.clock.advance({ minutes: 20 })
      expect((await signUpFrom(1)).status).toBe(202)
      const refused = await signUpFrom(2)
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '2400'])
      expect(await refused.json()).toEqual({
        error: {
          code: 'over_request_rate_limit',
          message: 'More people are signing up than we can write to at the moment. Please try again later.',
        },
      })
      expect(await newsletter.subscribers()).toHaveLength(2)
      newsletter.clock.advance({ minutes: 41 })
      expect((await signUpFrom(2)).status).toBe(202)
    })
  })

  describe('without scripts', () => {
    it('the form leads to the page that says what happens next', async () => {
      const response = await postForm({ email: reader, source: 'footer' })
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/newsletter#sent'])
      expect(await newsletter.subscribers()).toMatchObject([{ email: reader, source: 'footer' }])
    })

    it('a refused form is a page with the status of the refusal', async () => {
      const response = await postForm({ email: 'ada', source: 'footer' })
      expect(response.status).toBe(400)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toContain('<h1>That did not work</h1>')
    })

    it('a program that posts a form without accepting HTML gets JSON', async () => {
      const response = await postForm({ email: reader, source: 'page' }, { Accept: '*/*' })
      expect([response.status, await response.json()]).toEqual([202, {}])
    })
  })

  it.each([
    ['https://evil.test', 403],
    ['null', 403],
    [origins.dashboard, 202],
    [origins.site, 202],
  ])('takes the form from its own pages only: %s', async (origin, status) => {
    const response = await newsletter.signUp(reader, { Origin: origin })
    expect(response.status).toBe(status)
    expect(await newsletter.subscribers()).toHaveLength(status === 202 ? 1 : 0)
  })

  it('reads no other kind of body, and no large one', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    const plain = await newsletter.app.request('/api/newsletter', { method: 'POST', headers, body: '{}' })
    expect(plain.status).toBe(415)
    const broken = await newsletter.app.request('/api/newsletter', { ...jsonPost({}), body: '[' })
    expect(broken.status).toBe(400)
    const large = await post({ email: 'x'.repeat(70_000) })
    expect([large.status, await large.json()]).toMatchObject([413, { error: { code: 'body_too_large' } }])
  })
})
