import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NewsletterConfirmed } from '@half-measure/shared/people/newsletter.ts'
import type { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { createTestApp, formPost, jsonPost } from '../../test/postgres/test-app.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { createTestPeople, origins, tokenIn, waitingMails } from '../../test/postgres/test-people.ts'
import type { AppEnv } from '../http/app-env.ts'
import { newsletterLinkRoutes, newsletterRoutes } from './newsletter.ts'

const reader = 'ada@example.test'

describeEachPostgres('the newsletter', (db) => {
  let clock: TestClock
  let app: Hono<AppEnv>
  let guide: string

  beforeEach(async () => {
    clock = new TestClock()
    guide = join(temporaryDirectory(), 'half-measure-guide.pdf')
    writeFileSync(guide, '%PDF-1.7 the guide')
    const people = await createTestPeople(db(), clock.now)
    const config = { origins }
    app = createTestApp()
      .route('/api/newsletter', newsletterRoutes(people, { config, guide }))
      .route('/newsletter', newsletterLinkRoutes(people, { config }))
  })

  const signUp = (email = reader, headers = {}) =>
    app.request('/api/newsletter', jsonPost({ email, source: 'page' }, headers))
  const subscribers = () => db().selectFrom('newsletter_subscribers').selectAll().orderBy('email').execute()
  const newestMail = async () => (await waitingMails(db())).at(-1)
  const confirm = async (token: string) => app.request('/api/newsletter/confirm', jsonPost({ token }))
  /** Signs up and confirms. @returns the welcome mail. */
  const joinList = async () => {
    await signUp()
    clock.advance({ minutes: 1 })
    const response = await confirm(tokenIn(await newestMail(), '/newsletter/confirm'))
    expect(response.status).toBe(200)
    clock.advance({ minutes: 1 })
    return newestMail()
  }

  describe('signing up', () => {
    it('keeps the address unconfirmed and asks its owner', async () => {
      const response = await signUp(' Ada@Example.TEST ')
      expect([response.status, await response.json()]).toEqual([202, {}])
      expect(await subscribers()).toMatchObject([{ email: reader, source: 'page', confirmed_at: null }])
      expect(await waitingMails(db())).toMatchObject([
        { kind: 'newsletter-confirm', recipient: reader, reply_to: 'friday@halfmeasure.test' },
      ])
    })

    it('answers alike for an address that is new, asked before, or on the list', async () => {
      const answers = [await signUp()]
      answers.push(await signUp())
      await confirm(tokenIn(await newestMail(), '/newsletter/confirm'))
      answers.push(await signUp())
      for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([202, {}])
      const kinds = (await waitingMails(db())).map((mail) => mail.kind)
      expect(kinds.toSorted()).toEqual([
        'newsletter-confirm',
        'newsletter-confirm',
        'newsletter-reminder',
        'newsletter-welcome',
      ])
      expect(await subscribers()).toHaveLength(1)
    })

    it('takes every source that the site has, and no other', async () => {
      for (const source of ['popup', 'page', 'footer', 'article']) {
        const response = await app.request('/api/newsletter', jsonPost({ email: `${source}@b.test`, source }))
        expect(response.status).toBe(202)
      }
      const other = await app.request('/api/newsletter', jsonPost({ email: reader, source: 'elsewhere' }))
      expect([other.status, await other.json()]).toMatchObject([
        400,
        { error: { code: 'validation_failed', details: { source: expect.any(String) } } },
      ])
    })

    it.each(['', 'ada', 'ada@', 'a b@c.test', `${'a'.repeat(250)}@b.test`, 'ada@b.test\u0000', 5, null])(
      'refuses what is no address: %j',
      async (email) => {
        const response = await app.request('/api/newsletter', jsonPost({ email, source: 'page' }))
        expect(response.status).toBe(400)
        expect(await subscribers()).toEqual([])
      },
    )

    it('sends strangers’ requests to one address three times an hour at most, and tells nobody', async () => {
      for (let n = 0; n < 5; n += 1) {
        const response = await signUp(reader, { 'X-Test-Client': `198.51.100.${n}` })
        expect(response.status).toBe(202)
      }
      expect(await waitingMails(db())).toHaveLength(3)
      clock.advance({ minutes: 61 })
      await signUp()
      expect(await waitingMails(db())).toHaveLength(4)
    })

    it('refuses a client that tries many addresses, for a while', async () => {
      for (let n = 0; n < 20; n += 1) expect((await signUp(`r${n}@b.test`)).status).toBe(202)
      const response = await signUp('one-more@b.test')
      expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '600'])
      clock.advance({ minutes: 11 })
      expect((await signUp('one-more@b.test')).status).toBe(202)
    })
  })

  describe('confirming', () => {
    it('puts the address on the list, and answers and mails the guide', async () => {
      const welcome = await joinList()
      expect(await subscribers()).toMatchObject([{ confirmed_at: new Date('2026-11-20T10:01:00Z') }])
      expect(welcome).toMatchObject({ kind: 'newsletter-welcome', recipient: reader })
      const token = tokenIn(welcome, '/newsletter/guide')
      const response = await app.request(`/api/newsletter/guide?token=${token}`)
      expect(await response.text()).toBe('%PDF-1.7 the guide')
      expect(response.headers.get('Content-Type')).toBe('application/pdf')
      expect(response.headers.get('Content-Disposition')).toBe(
        'attachment; filename="half-measure-guide.pdf"',
      )
    })

    it('answers the same to a second press, and mails nothing more', async () => {
      await signUp()
      const token = tokenIn(await newestMail(), '/newsletter/confirm')
      const first = NewsletterConfirmed.parse(await (await confirm(token)).json())
      const mails = await waitingMails(db())
      const again = NewsletterConfirmed.parse(await (await confirm(token)).json())
      for (const { guide_url } of [first, again]) expect((await app.request(guide_url)).status).toBe(200)
      expect(await waitingMails(db())).toHaveLength(mails.length)
    })

    it('does not follow from looking at the link, as mail scanners do', async () => {
      await signUp()
      const token = tokenIn(await newestMail(), '/newsletter/confirm')
      await app.request(`/api/newsletter/confirm?token=${token}`)
      await app.request(`/newsletter/confirm?token=${token}`)
      expect(await subscribers()).toMatchObject([{ confirmed_at: null }])
    })

    it.each([undefined, '', 'x', 'A'.repeat(43), ['A'], "' or 1=1 --"])(
      'refuses a link that never was: %j',
      async (token) => {
        await signUp()
        const response = await app.request('/api/newsletter/confirm', jsonPost({ token }))
        expect([response.status, await response.json()]).toMatchObject([
          404,
          { error: { code: 'link_not_valid' } },
        ])
      },
    )

    it('takes no link for another purpose', async () => {
      const welcome = await joinList()
      for (const path of ['/newsletter/unsubscribe', '/newsletter/guide']) {
        expect((await confirm(tokenIn(welcome, path))).status).toBe(404)
      }
    })

    it('stores no link as it is', async () => {
      const welcome = await joinList()
      const rows = await db().selectFrom('newsletter_tokens').selectAll().execute()
      const token = tokenIn(welcome, '/newsletter/unsubscribe')
      expect(rows.map((row) => row.purpose).toSorted()).toEqual(['confirm', 'guide', 'unsubscribe'])
      for (const { token_hash } of rows) {
        expect(token_hash).toHaveLength(32)
        expect(token_hash.toString('base64url')).not.toBe(token)
      }
    })
  })

  describe('leaving', () => {
    it('forgets the address, its links and its mail, and says so again to a second press', async () => {
      const welcome = await joinList()
      const token = tokenIn(welcome, '/newsletter/unsubscribe')
      const guideToken = tokenIn(welcome, '/newsletter/guide')
      for (let n = 0; n < 2; n += 1) {
        const response = await app.request('/api/newsletter/unsubscribe', jsonPost({ token }))
        expect([response.status, await response.json()]).toEqual([200, { status: 'unsubscribed' }])
      }
      expect(await subscribers()).toEqual([])
      expect(await waitingMails(db())).toEqual([])
      expect((await app.request(`/api/newsletter/guide?token=${guideToken}`)).status).toBe(404)
      expect(
        await db().selectFrom('newsletter_tokens').select(['purpose', 'subscriber_id']).execute(),
      ).toEqual([{ purpose: 'unsubscribe', subscriber_id: null }])
    })

    it('is one click in the mail program, by the address in the mail’s headers', async () => {
      const welcome = await joinList()
      expect(welcome?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      const url = new URL(/^<(.*)>$/.exec(welcome?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
      const response = await app.request(
        url.pathname + url.search,
        formPost({ 'List-Unsubscribe': 'One-Click' }),
      )
      expect(response.status).toBe(200)
      expect(await subscribers()).toEqual([])
    })

    it('leads a mail program that only follows links to the page with the button', async () => {
      const response = await app.request('/api/newsletter/unsubscribe?token=abc')
      expect([response.status, response.headers.get('Location')]).toEqual([
        302,
        '/newsletter/unsubscribe?token=abc',
      ])
    })

    it('does not pretend, for a link that never was', async () => {
      await joinList()
      const response = await app.request('/api/newsletter/unsubscribe', jsonPost({ token: 'A'.repeat(43) }))
      expect(response.status).toBe(404)
      expect(await subscribers()).toHaveLength(1)
    })

    it('lets an address come back', async () => {
      const welcome = await joinList()
      await app.request(
        '/api/newsletter/unsubscribe',
        jsonPost({ token: tokenIn(welcome, '/newsletter/unsubscribe') }),
      )
      await signUp()
      expect(await subscribers()).toMatchObject([{ email: reader, confirmed_at: null }])
    })
  })

  describe('without scripts', () => {
    it('the form leads to the page that says what happens next', async () => {
      const response = await app.request('/api/newsletter', formPost({ email: reader, source: 'footer' }))
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/newsletter#sent'])
      expect(await subscribers()).toMatchObject([{ email: reader, source: 'footer' }])
    })

    it('a refused form is a page with the status of the refusal', async () => {
      const response = await app.request('/api/newsletter', formPost({ email: 'ada', source: 'footer' }))
      expect(response.status).toBe(400)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toContain('<h1>That did not work</h1>')
    })

    it('the buttons behind the mailed links work, posted to the pages’ own addresses', async () => {
      await signUp()
      const token = tokenIn(await newestMail(), '/newsletter/confirm')
      const confirmed = await app.request(`/newsletter/confirm?token=${token}`, formPost({}))
      const [, guide] =
        /^\/newsletter\/guide\?token=([\w-]+)#confirmed$/.exec(confirmed.headers.get('Location') ?? '') ?? []
      expect([confirmed.status, guide]).toEqual([303, expect.any(String)])
      const download = await app.request(`/newsletter/guide?token=${guide}`, formPost({}))
      expect([download.status, download.headers.get('Location')]).toEqual([
        303,
        `/api/newsletter/guide?token=${guide}`,
      ])
      expect(await subscribers()).toMatchObject([{ confirmed_at: expect.any(Date) }])
      const welcome = (await waitingMails(db())).find((mail) => mail.kind === 'newsletter-welcome')
      const leave = tokenIn(welcome, '/newsletter/unsubscribe')
      const left = await app.request(`/newsletter/unsubscribe?token=${leave}`, formPost({}))
      expect([left.status, left.headers.get('Location')]).toEqual([303, '/newsletter/unsubscribe#done'])
      expect(await subscribers()).toEqual([])
    })

    it('a link that is over is a page that says so', async () => {
      const response = await app.request('/newsletter/confirm?token=abc', formPost({}))
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('This link is not valid')
    })

    it('a program that posts a form and asks for nothing else gets JSON', async () => {
      const response = await app.request(
        '/api/newsletter',
        formPost({ email: reader, source: 'page' }, { Accept: '*/*' }),
      )
      expect([response.status, await response.json()]).toEqual([202, {}])
    })
  })

  it.each([
    ['https://evil.test', 403],
    ['null', 403],
    [origins.dashboard, 403],
    [origins.site, 202],
  ])('takes the form from its own pages only: %s', async (origin, status) => {
    const response = await signUp(reader, { Origin: origin })
    expect(response.status).toBe(status)
    expect(await subscribers()).toHaveLength(status === 202 ? 1 : 0)
  })

  it('reads no other kind of body, and no large one', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    const plain = await app.request('/api/newsletter', { method: 'POST', headers, body: '{}' })
    expect(plain.status).toBe(415)
    const broken = await app.request('/api/newsletter', { ...jsonPost({}), body: '[' })
    expect(broken.status).toBe(400)
    const large = await app.request('/api/newsletter', jsonPost({ email: 'x'.repeat(70_000) }))
    expect([large.status, await large.json()]).toMatchObject([413, { error: { code: 'body_too_large' } }])
  })
})
