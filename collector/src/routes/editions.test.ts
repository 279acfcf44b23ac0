import { Edition, EditionPage, EditionSummary } from '@half-measure/shared/people/edition.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, owner } from '../../test/postgres/test-auth.ts'
import { createAuthApp, type AuthApp } from '../../test/postgres/test-auth-app.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import {
  addReader,
  createTestPeople,
  origins,
  tokenIn,
  waitingMails,
} from '../../test/postgres/test-people.ts'
import { requireAdmin } from '../http/require-admin.ts'
import { queueLetters } from '../people/editions/queue-letters.ts'
import type { People } from '../people/people.ts'
import { editionRoutes, letterRoutes } from './editions.ts'

const text = {
  subject: 'On halves',
  preheader: 'One argument, one drink',
  body: 'A half is *not* less.\n\n[Read on](/articles/pine-beer)',
}

describeEachPostgres('the editions of the newsletter', (db) => {
  let clock: TestClock
  let people: People
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    clock = new TestClock()
    people = await createTestPeople(db(), clock.now)
    app = await createAuthApp(db(), clock.now, (app, auth) =>
      app
        .route('/api/editions', letterRoutes(people))
        .route('/api/editions', editionRoutes(people, requireAdmin(auth))),
    )
    bearer = (await app.signIn()).access_token
  })

  const call = (method: string, path = '', body?: unknown) =>
    app.call(method, `/api/editions${path}`, { bearer, ...(body === undefined ? {} : { body }) })
  const edition = async (answer: ReturnType<typeof call>) => Edition.parse((await answer).json)
  const create = (part: Partial<typeof text> = {}) => edition(call('POST', '', { ...text, ...part }))
  const send = ({ id, version }: Edition) => call('POST', `/${id}/send`, { version })
  /** Writes letters until there is nothing to do; what was put into the outbox counts as handed over. */
  const queueAll = async (rate = 6_000) => {
    for (;;) {
      const result = await queueLetters({ db: db(), now: clock.now, origins }, rate)
      await db().updateTable('outbox').set({ attempts: 1 }).execute()
      if (result !== 'queued') return result
    }
  }
  const letters = async () => (await waitingMails(db())).filter(({ kind }) => kind === 'newsletter-edition')
  const recipients = async () => (await letters()).map(({ recipient }) => recipient).toSorted()

  describe('are written', () => {
    it('as drafts that may be empty, and say what they lack', async () => {
      const draft = await create({ subject: '', preheader: '', body: '' })
      expect(draft).toMatchObject({ state: 'draft', version: 1, progress: null, started_at: null })
      expect(draft.letter.problems).toEqual(['It has no subject.', 'It has no text.'])
      const refused = await send(draft)
      expect([refused.status, refused.code]).toEqual([422, 'edition_not_ready'])
      expect((await edition(call('GET', `/${draft.id}`))).state).toBe('draft')
    })

    it('with a preview of both parts of the letter', async () => {
      const draft = await create()
      expect(draft.letter.problems).toEqual([])
      expect(draft.letter.text).toContain(
        'A half is _not_ less.\n\nRead on (https://halfmeasure.test/articles/pine-beer)',
      )
      const page = await app.call('GET', draft.letter.html_url)
      expect(page.status).toBe(200)
      expect(page.text).toContain('A half is <em>not</em> less.')
      expect(page.text).toContain('The Friday Edition, 20 November 2026')
    })

    it('and changed by one editor at a time', async () => {
      const draft = await create()
      const changed = await edition(call('PATCH', `/${draft.id}`, { ...text, subject: 'New', version: 1 }))
      expect(changed).toMatchObject({ subject: 'New', version: 2 })
      const late = await call('PATCH', `/${draft.id}`, { ...text, subject: 'Late', version: 1 })
      expect([late.status, late.code]).toEqual([409, 'edition_changed'])
      expect((await send(draft)).code).toBe('edition_changed')
      expect((await edition(call('GET', `/${draft.id}`))).subject).toBe('New')
    })

    it('and deleted, which is written down', async () => {
      const { id } = await create()
      expect((await call('DELETE', `/${id}`)).status).toBe(204)
      expect((await call('GET', `/${id}`)).code).toBe('edition_not_found')
      expect((await call('DELETE', `/${id}`)).code).toBe('edition_not_found')
      expect((await call('GET', '/x')).code).toBe('edition_not_found')
      expect(await auditedEvents(db())).toContain('edition_deleted')
    })

    it('within bounds', async () => {
      expect((await call('POST', '', { ...text, body: 'x'.repeat(50_001) })).code).toBe('validation_failed')
      expect((await call('POST', '', { ...text, body: 'x'.repeat(400_000) })).code).toBe('body_too_large')
      expect((await call('POST', '', { subject: 1 })).code).toBe('validation_failed')
      // Larger than what other rooms take.
      expect((await create({ body: 'word '.repeat(9_000) })).body).toHaveLength(44_999)
    })
  })

  describe('in a frame', () => {
    it('can do nothing but be looked at, by the dashboard alone', async () => {
      const { headers } = await app.call('GET', (await create()).letter.html_url)
      const policy = headers.get('Content-Security-Policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).toMatch(/sandbox(?!.*allow-(?:scripts|same-origin|forms))/)
      expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
      expect(headers.get('Cache-Control')).toBe('private, no-store')
    })

    it('open for ten minutes, with the ticket of exactly that version', async () => {
      const draft = await create()
      const other = await create()
      const url = draft.letter.html_url
      expect((await app.call('GET', url.replace(draft.id, other.id))).code).toBe('letter_not_found')
      expect((await app.call('GET', url.replace('version=1', 'version=2'))).code).toBe('letter_not_found')
      expect((await app.call('GET', url.replace(/ticket=.*/, 'ticket=x'))).code).toBe('letter_not_found')
      expect((await app.call('GET', `/api/editions/${draft.id}/letter`)).code).toBe('letter_not_found')
      clock.advance({ minutes: 10 })
      expect((await app.call('GET', url)).code).toBe('letter_not_found')
    })
  })

  describe('are tried', () => {
    it('on whoever asks, and on nobody else', async () => {
      await addReader(people, db(), 'ada@b.test')
      const draft = await create({ subject: '' })
      const { status, json } = await call('POST', `/${draft.id}/test`)
      expect([status, json]).toEqual([202, { to: owner.email }])
      const mails = (await waitingMails(db())).filter(({ kind }) => kind === 'edition-test')
      expect(mails).toMatchObject([{ recipient: owner.email, subject: '[Test] ', headers: {} }])
      expect(mails[0]?.plain).toContain('/newsletter/unsubscribe?token=preview')
    })

    it('thirty times an hour', async () => {
      const { id } = await create()
      for (let n = 0; n < 30; n += 1) expect((await call('POST', `/${id}/test`)).status).toBe(202)
      expect((await call('POST', `/${id}/test`)).code).toBe('over_request_rate_limit')
    })
  })

  describe('are sent', () => {
    it('to those who had confirmed when sending began, once each, with a link of their own to leave', async () => {
      await addReader(people, db(), 'ada@b.test')
      await addReader(people, db(), 'bob@b.test')
      await people.newsletter.subscribe({ email: 'never@b.test', source: 'page' }, '203.0.113.9')
      clock.advance({ minutes: 1 })
      const sending = await edition(send(await create()))
      expect(sending).toMatchObject({ state: 'sending', started_at: clock.now().toISOString() })
      expect(sending.progress).toMatchObject({ recipients: 2, remaining: 2 })
      clock.advance({ minutes: 1 })
      await addReader(people, db(), 'late@b.test')

      await queueAll()
      await queueAll()
      expect(await recipients()).toEqual(['ada@b.test', 'bob@b.test'])
      const [one, two] = await letters()
      expect(one).toMatchObject({
        subject: 'On halves',
        reply_to: 'friday@halfmeasure.test',
        headers: {
          'List-Unsubscribe': expect.stringMatching(
            /^<https:\/\/halfmeasure\.test\/api\/newsletter\/unsubscribe\?token=[\w-]{43}>$/,
          ),
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'List-Id': 'The Friday Edition <friday-edition.halfmeasure.test>',
        },
      })
      expect(one?.headers).not.toEqual(two?.headers)
      const sent = await edition(call('GET', `/${sending.id}`))
      expect(sent).toMatchObject({ state: 'sent', finished_at: clock.now().toISOString() })
      expect(sent.progress).toEqual({
        recipients: 2,
        remaining: 0,
        waiting: 2,
        delivered: 0,
        failed: 0,
        left: 0,
      })
      expect(await auditedEvents(db())).toContain('edition_sent')
    })

    it('and stay as they are from then on', async () => {
      const draft = await create()
      await send(draft)
      await queueAll()
      for (const state of ['sending', 'sent']) {
        expect((await call('PATCH', `/${draft.id}`, { ...text, version: 1 })).code, state).toBe(
          'edition_frozen',
        )
        expect((await call('DELETE', `/${draft.id}`)).code, state).toBe('edition_frozen')
        expect((await send(draft)).code, state).toBe('edition_frozen')
        await queueAll()
      }
    })

    it('once, however often and by however many the button is pressed', async () => {
      await addReader(people, db(), 'ada@b.test')
      const draft = await create()
      const answers = await Promise.all([send(draft), send(draft), send(draft)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
      await Promise.all([queueAll(), queueAll(), queueAll()])
      expect(await recipients()).toEqual(['ada@b.test'])
    })

    it('to nobody who leaves while the letter waits', async () => {
      for (const name of ['ada', 'bob', 'eve']) await addReader(people, db(), `${name}@b.test`)
      const { id } = await edition(send(await create()))
      await queueLetters({ db: db(), now: clock.now, origins }, 60)
      expect(await recipients()).toHaveLength(1)
      const [letter] = await letters()
      // One whose letter waits, by the link in it, and one whose letter is not written yet.
      await people.newsletter.unsubscribe(tokenIn(letter, '/newsletter/unsubscribe'))
      expect(await recipients()).toEqual([])
      const [next] = await db().selectFrom('newsletter_subscribers').select('id').limit(1).execute()
      await people.subscribers.remove(next?.id ?? '', id)
      clock.advance({ minutes: 1 })
      await queueAll()
      expect(await recipients()).toHaveLength(1)
      expect((await edition(call('GET', `/${id}`))).progress).toMatchObject({ recipients: 2, left: 1 })
    })

    it('no second time to who leaves and comes back', async () => {
      await addReader(people, db(), 'ada@b.test')
      await send(await create())
      await queueAll()
      const [letter] = await letters()
      await people.newsletter.unsubscribe(tokenIn(letter, '/newsletter/unsubscribe'))
      clock.advance({ minutes: 1 })
      await addReader(people, db(), 'ada@b.test')
      await queueAll()
      expect(await recipients()).toEqual([])
    })

    it('with a pause in which nothing goes out, and go on where they stopped', async () => {
      for (const name of ['ada', 'bob', 'eve']) await addReader(people, db(), `${name}@b.test`)
      const { id } = await edition(send(await create()))
      await queueLetters({ db: db(), now: clock.now, origins }, 60)
      const paused = EditionSummary.parse((await call('POST', `/${id}/pause`)).json)
      expect(paused.state).toBe('paused')
      expect(await letters()).toMatchObject([{ held: true }])
      clock.advance({ minutes: 1 })
      expect(await queueAll()).toBe('idle')
      expect((await call('POST', `/${id}/pause`)).code).toBe('edition_not_sending')

      expect((await edition(call('POST', `/${id}/resume`))).state).toBe('sending')
      expect(await letters()).toMatchObject([{ held: false }])
      await queueAll()
      expect(await recipients()).toEqual(['ada@b.test', 'bob@b.test', 'eve@b.test'])
      expect(await auditedEvents(db())).toEqual(expect.arrayContaining(['edition_paused', 'edition_resumed']))
    })

    it('no faster than the rate, however often it is asked', async () => {
      for (let n = 0; n < 9; n += 1) await addReader(people, db(), `r${n}@b.test`)
      await send(await create())
      const counts: number[] = []
      for (let minute = 0; minute < 3; minute += 1) {
        for (let n = 0; n < 10; n += 1) await queueAll(4)
        counts.push((await letters()).length)
        clock.advance({ minutes: 1 })
      }
      expect(counts).toEqual([4, 8, 9])
    })

    it('not on and on while the mail server puts everything off', async () => {
      const at = clock.now()
      const readers = Array.from({ length: 60 }, (_, n) => `r${n}@b.test`)
      await db()
        .insertInto('newsletter_subscribers')
        .values(
          readers.map((email) => ({
            email,
            source: 'page',
            created_at: at,
            requested_at: at,
            confirmed_at: at,
          })),
        )
        .execute()
      await send(await create())
      const queueForAnHour = async () => {
        for (let minute = 0; minute < 60; minute += 1) {
          clock.advance({ minutes: 1 })
          await queueAll(60)
        }
      }
      await queueForAnHour()
      expect((await letters()).length).toBe(51)
      // The server takes them at last.
      await db().deleteFrom('outbox').execute()
      await queueForAnHour()
      expect((await letters()).length).toBe(9)
    })

    it('and no faster than the mail goes out', async () => {
      for (let n = 0; n < 9; n += 1) await addReader(people, db(), `r${n}@b.test`)
      await send(await create())
      for (let n = 0; n < 9; n += 1) await queueLetters({ db: db(), now: clock.now, origins }, 60)
      expect((await letters()).length).toBeLessThan(5)
    })
  })

  it('are listed newest first, with how many readers the next one has', async () => {
    await addReader(people, db(), 'ada@b.test')
    await create({ subject: 'First' })
    clock.advance({ minutes: 1 })
    await create({ subject: 'Second' })
    const page = async (query = '') => EditionPage.parse((await call('GET', query)).json)
    const first = await page('?limit=1')
    expect(first.editions.map(({ subject }) => subject)).toEqual(['Second'])
    expect(first.readers).toBe(1)
    const second = await page(`?limit=1&cursor=${first.next}`)
    expect(second.editions.map(({ subject }) => subject)).toEqual(['First'])
    expect(second.next).toBeNull()
  })

  it('are for administrators', async () => {
    const { id } = await create()
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
      expect((await app.call(method, `/api/editions${path}`)).status, `${method} ${path}`).toBe(401)
    }
  })
})
