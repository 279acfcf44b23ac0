import { NewsletterConfirmed } from '@half-measure/shared/audience/newsletter.ts'
import { FAILURE_PLACEHOLDERS } from '@half-measure/shared/placeholders.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type NewsletterApp, openNewsletter, reader } from '../../../test/postgres/newsletter-app.ts'
import { formPost, jsonPost } from '../../../test/postgres/test-app.ts'
import { tokenIn } from '../../../test/postgres/test-audience.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'

describePostgres('the links in the newsletter’s mails', (db) => {
  let newsletter: NewsletterApp

  beforeEach(async () => {
    newsletter = await openNewsletter(db())
  })

  /** Signs up. @returns the token of the link to confirm. */
  const requestLink = async (email?: string) => {
    await newsletter.signUp(email)
    return tokenIn(await newsletter.newestEmail(), '/newsletter/confirm')
  }
  const leave = (token: string) => newsletter.app.request('/api/newsletter/unsubscribe', jsonPost({ token }))

  describe('confirming', () => {
    it('confirms the address, and responds with the guide and emails it', async () => {
      const welcome = await newsletter.joinList()
      expect(await newsletter.subscribers()).toMatchObject([
        { confirmed_at: new Date('2026-11-20T10:01:00Z') },
      ])
      expect(welcome).toMatchObject({ kind: 'newsletter-welcome', recipient: reader })
      const token = tokenIn(welcome, '/newsletter/guide')
      const response = await newsletter.app.request(`/api/newsletter/guide?token=${token}`)
      expect(await response.text()).toBe('%PDF-1.7 the guide')
      expect(response.headers.get('Content-Type')).toBe('application/pdf')
      expect(response.headers.get('Content-Disposition')).toBe(
        'attachment; filename="half-measure-guide.pdf"',
      )
    })

    it('gives the same response to a second press, and sends nothing more', async () => {
      const token = await requestLink()
      const first = NewsletterConfirmed.parse(await (await newsletter.confirm(token)).json())
      const mails = await waitingEmails(db())
      const again = NewsletterConfirmed.parse(await (await newsletter.confirm(token)).json())
      for (const { guide_url } of [first, again])
        expect((await newsletter.app.request(guide_url)).status).toBe(200)
      expect(await waitingEmails(db())).toHaveLength(mails.length)
    })

    it('does not follow from looking at the link, as mail scanners do', async () => {
      const token = await requestLink()
      await newsletter.app.request(`/api/newsletter/confirm?token=${token}`)
      await newsletter.app.request(`/newsletter/confirm?token=${token}`)
      expect(await newsletter.subscribers()).toMatchObject([{ confirmed_at: null }])
    })

    it.each([undefined, '', 'x', 'A'.repeat(43), ['A'], "' or 1=1 --"])(
      'refuses a link that never was: %j',
      async (token) => {
        await newsletter.signUp()
        const response = await newsletter.app.request('/api/newsletter/confirm', jsonPost({ token }))
        expect([response.status, await response.json()]).toMatchObject([
          404,
          { error: { code: 'link_not_valid' } },
        ])
      },
    )

    it('is not pressed for ever: each time makes a link of its own', async () => {
      const token = await requestLink()
      let pressed = 0
      let response = await newsletter.confirm(token)
      // One more every two seconds, however long thirty take.
      for (; response.status === 200; pressed += 1) response = await newsletter.confirm(token)
      expect(pressed).toBeGreaterThanOrEqual(30)
      expect(response.status).toBe(429)
      expect(response.headers.get('Retry-After')).toMatch(/^[12]$/)
    })

    it('takes no link for another purpose', async () => {
      const welcome = await newsletter.joinList()
      for (const path of ['/newsletter/unsubscribe', '/newsletter/guide']) {
        expect((await newsletter.confirm(tokenIn(welcome, path))).status).toBe(404)
      }
    })

    it('stores no link as it is', async () => {
      const welcome = await newsletter.joinList()
      const rows = await db().selectFrom('newsletter_tokens').selectAll().execute()
      const token = tokenIn(welcome, '/newsletter/unsubscribe')
      expect(rows.map((row) => row.purpose).toSorted()).toEqual(['confirm', 'guide', 'unsubscribe'])
      for (const { token_hash } of rows) {
        expect(token_hash).toHaveLength(32)
        expect(token_hash.toString('base64url')).not.toBe(token)
      }
    })
  })

  describe('that are invalid, without scripts', () => {
    const press = async (path: string, fields: Record<string, string> = {}) =>
      (await newsletter.app.request(`/newsletter/${path}?token=abc`, formPost(fields))).text()

    it('lead subscribers who want to unsubscribe to a newer link or the mailbox, and not to subscribing', async () => {
      for (const path of ['unsubscribe', 'preferences', 'guide']) {
        const page = await press(path)
        expect(page, path).toContain(publication.mailboxes.newsletter)
        expect(page, path).not.toContain('enter your address')
      }
      expect(await press('unsubscribe')).toContain('Use the link in a newer issue')
      expect(await press('confirm')).toContain('enter your address again')
    })

    it('do not speak of a form that was filled in', async () => {
      for (const path of ['confirm', 'unsubscribe', 'preferences', 'guide'])
        expect(await press(path), path).not.toContain('Back button')
    })

    it("are shown on the site's page", async () => {
      const { message, remedy } = FAILURE_PLACEHOLDERS
      const { app } = await openNewsletter(db(), `<main class="site">${message}${remedy}</main>`)
      const response = await app.request('/newsletter/unsubscribe?token=abc', formPost({}))
      expect(response.status).toBe(404)
      expect(await response.text()).toMatch(/^<main class="site">This link is invalid[^<>]*<\/main>$/)
    })
  })

  describe('leaving', () => {
    it('forgets the address, its links and its mail, and says so again to a second press', async () => {
      const welcome = await newsletter.joinList()
      const token = tokenIn(welcome, '/newsletter/unsubscribe')
      const guideToken = tokenIn(welcome, '/newsletter/guide')
      for (let n = 0; n < 2; n += 1) {
        const response = await leave(token)
        expect([response.status, await response.json()]).toEqual([200, { status: 'unsubscribed' }])
      }
      expect(await newsletter.subscribers()).toEqual([])
      expect(await waitingEmails(db())).toEqual([])
      expect((await newsletter.app.request(`/api/newsletter/guide?token=${guideToken}`)).status).toBe(404)
      expect(
        await db().selectFrom('newsletter_tokens').select(['purpose', 'subscriber_id']).execute(),
      ).toEqual([{ purpose: 'unsubscribe', subscriber_id: null }])
    })

    it('is one click in the mail program, by the address in the mail’s headers', async () => {
      const welcome = await newsletter.joinList()
      expect(welcome?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      const url = new URL(/^<(.*)>$/.exec(welcome?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
      const response = await newsletter.app.request(
        url.pathname + url.search,
        formPost({ 'List-Unsubscribe': 'One-Click' }),
      )
      expect(response.status).toBe(200)
      expect(await newsletter.subscribers()).toEqual([])
    })

    it('leads a mail program that only follows links to the page with the button', async () => {
      const response = await newsletter.app.request('/api/newsletter/unsubscribe?token=abc')
      expect([response.status, response.headers.get('Location')]).toEqual([
        302,
        '/newsletter/unsubscribe?token=abc',
      ])
    })

    it('does not pretend, for a link that never was', async () => {
      await newsletter.joinList()
      expect((await leave('A'.repeat(43))).status).toBe(404)
      expect(await newsletter.subscribers()).toHaveLength(1)
    })

    it('lets an address come back', async () => {
      await leave(tokenIn(await newsletter.joinList(), '/newsletter/unsubscribe'))
      await newsletter.signUp()
      expect(await newsletter.subscribers()).toMatchObject([{ email: reader, confirmed_at: null }])
    })
  })

  describe('the preferences', () => {
    const api = '/api/newsletter/preferences'
    const read = async (token: string): Promise<unknown> =>
      (await newsletter.app.request(`${api}?token=${token}`)).json()

    it('count no opens until the reader ticks the box, and none from when it is cleared', async () => {
      const welcome = await newsletter.joinList()
      const token = tokenIn(welcome, '/newsletter/preferences')
      expect(await read(token)).toEqual({ allows_opens: false })
      const response = await newsletter.app.request(api, jsonPost({ token, allows_opens: true }))
      expect(await response.json()).toEqual({ allows_opens: true })
      expect(await read(token)).toEqual({ allows_opens: true })
      const cleared = await newsletter.app.request(`/newsletter/preferences?token=${token}`, formPost({}))
      expect([cleared.status, cleared.headers.get('Location')]).toEqual([303, '/newsletter/preferences#done'])
      expect(await read(token)).toEqual({ allows_opens: false })
    })

    it('can be chosen on the page of who has just confirmed, and with the confirmation itself', async () => {
      const guide = tokenIn(await newsletter.joinList(), '/newsletter/guide')
      await newsletter.app.request('/newsletter/preferences', formPost({ token: guide, allows_opens: 'on' }))
      expect(await read(guide)).toEqual({ allows_opens: true })

      const token = await requestLink('bob@example.test')
      await newsletter.app.request(`/newsletter/confirm?token=${token}`, formPost({ allows_opens: 'on' }))
      const allowing = () =>
        db().selectFrom('newsletter_subscribers').select('email').where('allows_opens', '=', true).execute()
      expect(await allowing()).toHaveLength(2)
      // Who presses a second time, without the box, takes nothing back.
      await newsletter.confirm(token)
      expect(await allowing()).toHaveLength(2)
    })

    it('are nobody else’s: not by another link, and not after leaving', async () => {
      const confirmation = await requestLink()
      const status = async (token: string) => (await newsletter.app.request(`${api}?token=${token}`)).status
      expect(await status(confirmation)).toBe(404)
      expect(await status('A'.repeat(43))).toBe(404)
      const welcome = await newsletter.joinList()
      const token = tokenIn(welcome, '/newsletter/unsubscribe')
      await leave(token)
      expect(await status(token)).toBe(404)
      const change = await newsletter.app.request(api, jsonPost({ token, allows_opens: true }))
      expect(change.status).toBe(404)
    })
  })

  describe('without scripts', () => {
    it('the buttons behind the mailed links work, posted to the pages’ own addresses', async () => {
      const token = await requestLink()
      const confirmed = await newsletter.app.request(`/newsletter/confirm?token=${token}`, formPost({}))
      const [, guide] =
        /^\/newsletter\/guide\?token=([\w-]+)#confirmed$/.exec(confirmed.headers.get('Location') ?? '') ?? []
      expect([confirmed.status, guide]).toEqual([303, expect.any(String)])
      const download = await newsletter.app.request(`/newsletter/guide?token=${guide}`, formPost({}))
      expect([download.status, download.headers.get('Location')]).toEqual([
        303,
        `/api/newsletter/guide?token=${guide}`,
      ])
      expect(await newsletter.subscribers()).toMatchObject([{ confirmed_at: expect.any(Date) }])
      const welcome = (await waitingEmails(db())).find((mail) => mail.kind === 'newsletter-welcome')
      const leave = tokenIn(welcome, '/newsletter/unsubscribe')
      const left = await newsletter.app.request(`/newsletter/unsubscribe?token=${leave}`, formPost({}))
      expect([left.status, left.headers.get('Location')]).toEqual([303, '/newsletter/unsubscribe#done'])
      expect(await newsletter.subscribers()).toEqual([])
    })

    it('a link that is over is a page that says so', async () => {
      const response = await newsletter.app.request('/newsletter/confirm?token=abc', formPost({}))
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('This link is invalid')
    })
  })
})
