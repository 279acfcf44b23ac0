import { EditionPage } from '@half-measure/shared/people/edition.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type EditionDesk, editionText, openEditionDesk } from '../../test/postgres/edition-desk.ts'
import { auditedEvents, owner } from '../../test/postgres/test-auth.ts'
import { addReader, waitingMails } from '../../test/postgres/test-people.ts'

describePostgres('the editions of the newsletter', (db) => {
  let desk: EditionDesk

  beforeEach(async () => {
    desk = await openEditionDesk(db())
  })

  describe('are written', () => {
    it('as drafts that may be empty, and say what they lack', async () => {
      const draft = await desk.create({ subject: '', preheader: '', body: '' })
      expect(draft).toMatchObject({ state: 'draft', version: 1, progress: null, started_at: null })
      expect(draft.letter.problems).toEqual(['It has no subject.', 'It has no text.'])
      const refused = await desk.send(draft)
      expect([refused.status, refused.code]).toEqual([422, 'edition_not_ready'])
      expect((await desk.edition(desk.call('GET', `/${draft.id}`))).state).toBe('draft')
    })

    it('with a preview of both parts of the letter', async () => {
      const draft = await desk.create()
      expect(draft.letter.problems).toEqual([])
      expect(draft.letter.text).toContain(
        'A half is _not_ less.\n\nRead on (https://halfmeasure.test/articles/pine-beer)',
      )
      const page = await desk.app.call('GET', draft.letter.html_url)
      expect(page.status).toBe(200)
      expect(page.text).toContain('A half is <em>not</em> less.')
      expect(page.text).toContain('The Friday Edition, 20 November 2026')
    })

    it('and changed by one editor at a time', async () => {
      const draft = await desk.create()
      const changed = await desk.edition(
        desk.call('PATCH', `/${draft.id}`, { ...editionText, subject: 'New', version: 1 }),
      )
      expect(changed).toMatchObject({ subject: 'New', version: 2 })
      const late = await desk.call('PATCH', `/${draft.id}`, { ...editionText, subject: 'Late', version: 1 })
      expect([late.status, late.code]).toEqual([409, 'edition_changed'])
      expect((await desk.send(draft)).code).toBe('edition_changed')
      expect((await desk.edition(desk.call('GET', `/${draft.id}`))).subject).toBe('New')
    })

    it('and deleted, which is written down', async () => {
      const { id } = await desk.create()
      expect((await desk.call('DELETE', `/${id}`)).status).toBe(204)
      expect((await desk.call('GET', `/${id}`)).code).toBe('edition_not_found')
      expect((await desk.call('DELETE', `/${id}`)).code).toBe('edition_not_found')
      expect((await desk.call('GET', '/x')).code).toBe('edition_not_found')
      expect(await auditedEvents(db())).toContain('edition_deleted')
    })

    it('within bounds', async () => {
      expect((await desk.call('POST', '', { ...editionText, body: 'x'.repeat(50_001) })).code).toBe(
        'validation_failed',
      )
      expect((await desk.call('POST', '', { ...editionText, body: 'x'.repeat(400_000) })).code).toBe(
        'body_too_large',
      )
      expect((await desk.call('POST', '', { subject: 1 })).code).toBe('validation_failed')
      // Larger than what other rooms take.
      expect((await desk.create({ body: 'word '.repeat(9_000) })).body).toHaveLength(44_999)
    })
  })

  describe('in a frame', () => {
    it('can do nothing but be looked at, by the dashboard alone', async () => {
      const { headers } = await desk.app.call('GET', (await desk.create()).letter.html_url)
      const policy = headers.get('Content-Security-Policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).toMatch(/sandbox(?!.*allow-(?:scripts|same-origin|forms))/)
      expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
      expect(headers.get('Cache-Control')).toBe('private, no-store')
    })

    it('open for ten minutes, with the ticket of exactly that version', async () => {
      const draft = await desk.create()
      const other = await desk.create()
      const url = draft.letter.html_url
      expect((await desk.app.call('GET', url.replace(draft.id, other.id))).code).toBe('letter_not_found')
      expect((await desk.app.call('GET', url.replace('version=1', 'version=2'))).code).toBe(
        'letter_not_found',
      )
      expect((await desk.app.call('GET', url.replace(/ticket=.*/, 'ticket=x'))).code).toBe('letter_not_found')
      expect((await desk.app.call('GET', `/api/editions/${draft.id}/letter`)).code).toBe('letter_not_found')
      desk.clock.advance({ minutes: 10 })
      expect((await desk.app.call('GET', url)).code).toBe('letter_not_found')
    })
  })

  describe('are tried', () => {
    it('on whoever asks, and on nobody else', async () => {
      await addReader(desk.people, db(), 'ada@b.test')
      const draft = await desk.create({ subject: '' })
      const { status, json } = await desk.call('POST', `/${draft.id}/test`)
      expect([status, json]).toEqual([202, { to: owner.email }])
      const mails = (await waitingMails(db())).filter(({ kind }) => kind === 'edition-test')
      expect(mails).toMatchObject([{ recipient: owner.email, subject: '[Test] ', headers: {} }])
      expect(mails[0]?.plain).toContain('/newsletter/unsubscribe?token=preview')
    })

    it('thirty times an hour', async () => {
      const { id } = await desk.create()
      for (let n = 0; n < 30; n += 1) expect((await desk.call('POST', `/${id}/test`)).status).toBe(202)
      expect((await desk.call('POST', `/${id}/test`)).code).toBe('over_request_rate_limit')
    })
  })

  it('are listed newest first, with how many readers the next one has', async () => {
    await addReader(desk.people, db(), 'ada@b.test')
    await desk.create({ subject: 'First' })
    desk.clock.advance({ minutes: 1 })
    await desk.create({ subject: 'Second' })
    const page = async (query = '') => EditionPage.parse((await desk.call('GET', query)).json)
    const first = await page('?limit=1')
    expect(first.editions.map(({ subject }) => subject)).toEqual(['Second'])
    expect(first.readers).toBe(1)
    const second = await page(`?limit=1&cursor=${first.next}`)
    expect(second.editions.map(({ subject }) => subject)).toEqual(['First'])
    expect(second.next).toBeNull()
  })

  it('are for administrators', async () => {
    const { id } = await desk.create()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/send`],
      ['POST', `/${id}/pause`],
      ['POST', `/${id}/resume`],
    ] as const) {
      expect((await desk.app.call(method, `/api/editions${path}`)).status, `${method} ${path}`).toBe(401)
    }
  })
})
