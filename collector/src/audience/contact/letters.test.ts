import { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { LETTERS_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type AdminApp, openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import { auditedEvents } from '../../../test/postgres/test-identity.ts'
import { erasePerson } from '../personal-data.ts'
import { expirePersonalData } from '../retention.ts'
import { inboxRoutes, lettersRoute } from './contact-routes.ts'
import { submitMessage } from './submit-message.ts'

const NONE = '<main><p>None has been printed yet.</p></main>'
const letter = { title: 'On foam', text: 'Mild is <not> bitter.\n\nYours,\nA reader', name: 'Ada L.' }

describePostgres('letters to the editor', (db) => {
  let owner: AdminApp

  beforeEach(async () => {
    owner = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/messages', inboxRoutes(audience, admin)),
    )
  })

  /** Its id. */
  async function write(subject: string, may_print?: 'on'): Promise<string> {
    const form = { name: 'Ada', email: 'ada@b.test', subject, message: 'Foam.' }
    await submitMessage(owner.audience, { ...form, ...(may_print && { may_print }) }, '203.0.113.1')
    const { id } = await db()
      .selectFrom('contact_messages')
      .select('id')
      .where('subject', '=', subject)
      .where('may_print', '=', may_print === 'on')
      .executeTakeFirstOrThrow()
    return id
  }
  const publish = (id: string, text: object = letter, seen: typeof letter | null = null) =>
    owner.call('PUT', `/api/messages/${id}/letter`, { ...text, seen })
  const withdraw = (id: string) => owner.call('DELETE', `/api/messages/${id}/letter`)
  const page = async () =>
    (await lettersRoute(db(), `<main>${LETTERS_PLACEHOLDER}</main>`).request('/letters')).text()

  it('are printed as an editor edited them, the newest first, and nothing else of the message is', async () => {
    const id = await write('A question of foam', 'on')
    expect(await page()).toBe(NONE)
    const { status, json } = await publish(id)
    expect(status).toBe(200)
    expect(ContactMessage.parse(json).letter).toEqual({ ...letter, published_at: '2026-11-20T10:00:00.000Z' })
    owner.clock.advance({ minutes: 5 })
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
    owner.clock.advance({ minutes: 5 })
    const { json } = await publish(id, { ...letter, text: 'Shorter.' }, letter)
    expect(ContactMessage.parse(json).letter).toMatchObject({
      text: 'Shorter.',
      published_at: '2026-11-20T10:00:00.000Z',
    })
    expect((await page()).match(/<article/g)).toHaveLength(1)
  })

  it('are as long in any script, in the longest encoding', async () => {
    const id = await write('Foam', 'on')
    const long = { title: 'Ж'.repeat(120), text: 'Ж'.repeat(5_000), name: 'Ж'.repeat(200) }
    for (const seen of [null, long]) {
      const body = JSON.stringify({ ...long, seen }).replaceAll('Ж', String.raw`\u0416`)
      expect((await owner.call('PUT', `/api/messages/${id}/letter`, body)).status).toBe(200)
    }
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

  it('are not changed by an editor who has not seen what another did', async () => {
    const id = await write('Foam', 'on')
    const refused = { status: 409, code: 'letter_changed' }
    expect((await publish(id)).status).toBe(200)
    expect(await publish(id, { ...letter, title: 'Two at once' })).toMatchObject(refused)
    const corrected = { ...letter, text: 'Shorter.' }
    expect((await publish(id, corrected, letter)).status).toBe(200)
    expect(await publish(id, { ...letter, name: 'A.' }, letter)).toMatchObject(refused)
    await withdraw(id)
    expect(await publish(id, { ...letter, name: 'A.' }, corrected)).toMatchObject(refused)
    expect(await page()).toBe(NONE)
    expect((await publish(id, corrected)).status).toBe(200)
  })

  it('are published once, though the response was lost and they are sent again', async () => {
    const id = await write('Foam', 'on')
    for (let n = 0; n < 2; n += 1) expect((await publish(id)).status).toBe(200)
    const events = (await auditedEvents(db())).filter((event) => event === 'letter_published')
    expect(events).toHaveLength(1)
  })

  it('need their sender’s permission, which a second sending can give', async () => {
    const refused = await publish(await write('Private'))
    expect([refused.status, refused.code]).toEqual([409, 'may_not_print'])
    expect(await page()).toBe(NONE)
    expect((await publish(await write('Private', 'on'))).status).toBe(200)
  })

  it('are not spam: either has to end before the other begins', async () => {
    const id = await write('Foam', 'on')
    const mark = (verb: 'spam' | 'release') => owner.call('POST', `/api/messages/${id}/${verb}`)
    await publish(id)
    expect(await mark('spam')).toMatchObject({ status: 409, code: 'message_is_letter' })
    await withdraw(id)
    expect((await mark('spam')).status).toBe(200)
    expect(await publish(id)).toMatchObject({ status: 409, code: 'message_is_spam' })
    expect(await page()).toBe(NONE)
    await mark('release')
    expect((await publish(id)).status).toBe(200)
  })

  it.each([{ title: '' }, { text: ' ' }, { name: undefined }])('need all their parts: %o', async (part) => {
    const { code } = await publish(await write('Foam', 'on'), { ...letter, ...part })
    expect(code).toBe('validation_failed')
  })

  it.each([
    ['is erased', () => erasePerson(db(), 'Ada@B.test', owner.clock.now())],
    ['is over its retention', () => expirePersonalData(db(), new Date('2028-11-20T10:00:00Z'))],
    ['is deleted', (id: string) => owner.call('DELETE', `/api/messages/${id}`)],
  ])('go when the message %s', async (_, end) => {
    const id = await write('Foam', 'on')
    await publish(id)
    await end(id)
    expect(await page()).toBe(NONE)
  })
})
