import { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { LETTERS_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import { auditedEvents } from '../../../test/postgres/test-identity.ts'
import type { AuthApp } from '../../../test/postgres/test-auth-app.ts'
import type { TestClock } from '../../../test/postgres/test-clock.ts'
import type { Audience } from '../audience.ts'
import { erasePerson } from '../personal-data.ts'
import { expirePersonalData } from '../retention.ts'
import { inboxRoutes, lettersRoute } from './contact-routes.ts'
import { listMessages } from './inbox.ts'
import { submitMessage } from './submit-message.ts'

const NONE = '<main><p>None has been printed yet.</p></main>'
const letter = { title: 'On foam', text: 'Mild is <not> bitter.\n\nYours,\nA reader', name: 'Ada L.' }

describePostgres('letters to the editor', (db) => {
  let clock: TestClock
  let audience: Audience
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    ;({ clock, audience, app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/messages', inboxRoutes(audience, admin)),
    ))
  })

  /** Its id. */
  async function write(subject: string, may_print?: 'on'): Promise<string> {
    const form = {
      name: 'Ada',
      email: 'ada@b.test',
      subject,
      message: 'Foam.',
      ...(may_print && { may_print }),
    }
    await submitMessage(audience, form, '203.0.113.1')
    const { messages } = await listMessages(db(), {
      folder: 'all',
      q: undefined,
      limit: 10,
      cursor: undefined,
    })
    return (
      messages.find((message) => message.subject === subject && message.may_print === (may_print === 'on'))
        ?.id ?? ''
    )
  }
  const publish = (id: string, body: object = letter) =>
    app.call('PUT', `/api/messages/${id}/letter`, { bearer, body })
  const withdraw = (id: string) => app.call('DELETE', `/api/messages/${id}/letter`, { bearer })
  const page = async () =>
    (await lettersRoute(db(), `<main>${LETTERS_PLACEHOLDER}</main>`).request('/letters')).text()

  it('are printed as an editor edited them, the newest first, and nothing else of the message is', async () => {
    const id = await write('A question of foam', 'on')
    expect(await page()).toBe(NONE)
    const { status, json } = await publish(id)
    expect(status).toBe(200)
    expect(ContactMessage.parse(json).letter).toEqual({ ...letter, published_at: '2026-11-20T10:00:00.000Z' })
    clock.advance({ minutes: 5 })
    await publish(await write('Another', 'on'), { ...letter, title: 'Second' })
    const html = await page()
    expect([...html.matchAll(/<h2>([^<]+)/g)].map(([, title]) => title)).toEqual(['Second', 'On foam'])
    expect(html).toContain('<p>Mild is &lt;not&gt; bitter.</p>\n<p>Yours,<br>A reader</p>')
    expect(html).toContain('<b>Ada L.</b> <time datetime="2026-11-20T10:00:00.000Z">November 20, 2026</time>')
    expect(html).not.toMatch(/ada@b\.test|A question of foam/)
  })

  it('are corrected in their place and keep their date', async () => {
    const id = await write('Foam', 'on')
    await publish(id)
    clock.advance({ minutes: 5 })
    const { json } = await publish(id, { ...letter, text: 'Shorter.' })
    expect(ContactMessage.parse(json).letter).toMatchObject({
      text: 'Shorter.',
      published_at: '2026-11-20T10:00:00.000Z',
    })
    expect((await page()).match(/<article/g)).toHaveLength(1)
  })

  it('are withdrawn, once, and both are in the audit log', async () => {
    const id = await write('Foam', 'on')
    await publish(id)
    for (let n = 0; n < 2; n += 1)
      expect(ContactMessage.parse((await withdraw(id)).json)).toMatchObject({ id, letter: null })
    expect(await page()).toBe(NONE)
    const events = (await auditedEvents(db())).filter((event) => event.startsWith('letter_'))
    expect(events).toEqual(['letter_published', 'letter_withdrawn'])
  })

  it('need their sender’s permission, which a second sending can give', async () => {
    const refused = await publish(await write('Private'))
    expect([refused.status, refused.code]).toEqual([409, 'may_not_print'])
    expect(await page()).toBe(NONE)
    expect((await publish(await write('Private', 'on'))).status).toBe(200)
  })

  it.each([{ title: '' }, { text: ' ' }, { name: undefined }])('need all their parts: %o', async (part) => {
    const { code } = await publish(await write('Foam', 'on'), { ...letter, ...part })
    expect(code).toBe('validation_failed')
  })

  it.each([
    ['is erased', () => erasePerson(db(), 'Ada@B.test', clock.now())],
    ['is over its retention', () => expirePersonalData(db(), new Date('2028-11-20T10:00:00Z'))],
    ['is deleted', (id: string) => app.call('DELETE', `/api/messages/${id}`, { bearer })],
  ])('go when the message %s', async (_, end) => {
    const id = await write('Foam', 'on')
    await publish(id)
    await end(id)
    expect(await page()).toBe(NONE)
  })
})
