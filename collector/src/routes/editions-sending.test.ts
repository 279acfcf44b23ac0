import { EditionSummary } from '@half-measure/shared/people/edition.ts'
import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { type EditionDesk, editionText, openEditionDesk } from '../../test/postgres/edition-desk.ts'
import { auditedEvents } from '../../test/postgres/test-auth.ts'
import { addReader, tokenIn } from '../../test/postgres/test-people.ts'
import { createLogger } from '../platform/logger.ts'
import { startMailer } from '../mail/mailer.ts'
import { claimMail, giveUpMail } from '../mail/outbox.ts'
import { DeliveryError } from '../mail/transport.ts'
import { reportLetter } from '../people/editions/letter-outcomes.ts'

describeEachPostgres('the editions of the newsletter are sent', (db) => {
  let desk: EditionDesk

  beforeEach(async () => {
    desk = await openEditionDesk(db())
  })

  it('to those who had confirmed when sending began, once each, with a link of their own to leave', async () => {
    await addReader(desk.people, db(), 'ada@b.test')
    await addReader(desk.people, db(), 'bob@b.test')
    await desk.people.newsletter.subscribe({ email: 'never@b.test', source: 'page' }, '203.0.113.9')
    desk.clock.advance({ minutes: 1 })
    const sending = await desk.edition(desk.send(await desk.create()))
    expect(sending).toMatchObject({ state: 'sending', started_at: desk.clock.now().toISOString() })
    expect(sending.progress).toMatchObject({ recipients: 2, remaining: 2 })
    desk.clock.advance({ minutes: 1 })
    await addReader(desk.people, db(), 'late@b.test')

    await desk.queueAll()
    await desk.queueAll()
    expect(await desk.recipients()).toEqual(['ada@b.test', 'bob@b.test'])
    const [one, two] = await desk.letters()
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
    const sent = await desk.edition(desk.call('GET', `/${sending.id}`))
    expect(sent).toMatchObject({ state: 'sent', finished_at: desk.clock.now().toISOString() })
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
    const draft = await desk.create()
    await desk.send(draft)
    await desk.queueAll()
    for (const state of ['sending', 'sent']) {
      expect((await desk.call('PATCH', `/${draft.id}`, { ...editionText, version: 1 })).code, state).toBe(
        'edition_frozen',
      )
      expect((await desk.call('DELETE', `/${draft.id}`)).code, state).toBe('edition_frozen')
      expect((await desk.send(draft)).code, state).toBe('edition_frozen')
      await desk.queueAll()
    }
  })

  it('once, however often and by however many the button is pressed', async () => {
    await addReader(desk.people, db(), 'ada@b.test')
    const draft = await desk.create()
    const answers = await Promise.all([desk.send(draft), desk.send(draft), desk.send(draft)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    await Promise.all([desk.queueAll(), desk.queueAll(), desk.queueAll()])
    expect(await desk.recipients()).toEqual(['ada@b.test'])
  })

  it('to nobody who leaves while the letter waits', async () => {
    for (const name of ['ada', 'bob', 'eve']) await addReader(desk.people, db(), `${name}@b.test`)
    const { id } = await desk.edition(desk.send(await desk.create()))
    await desk.queueOnce(60)
    expect(await desk.recipients()).toHaveLength(1)
    const [letter] = await desk.letters()
    // One whose letter waits, by the link in it, and one whose letter is not written yet.
    await desk.people.newsletter.unsubscribe(tokenIn(letter, '/newsletter/unsubscribe'))
    expect(await desk.recipients()).toEqual([])
    const [next] = await db().selectFrom('newsletter_subscribers').select('id').limit(1).execute()
    await desk.people.subscribers.remove(next?.id ?? '', id)
    desk.clock.advance({ minutes: 1 })
    await desk.queueAll()
    expect(await desk.recipients()).toHaveLength(1)
    expect((await desk.edition(desk.call('GET', `/${id}`))).progress).toMatchObject({
      recipients: 2,
      left: 1,
    })
  })

  it('no second time to who leaves and comes back', async () => {
    await addReader(desk.people, db(), 'ada@b.test')
    await desk.send(await desk.create())
    await desk.queueAll()
    const [letter] = await desk.letters()
    await desk.people.newsletter.unsubscribe(tokenIn(letter, '/newsletter/unsubscribe'))
    desk.clock.advance({ minutes: 1 })
    await addReader(desk.people, db(), 'ada@b.test')
    await desk.queueAll()
    expect(await desk.recipients()).toEqual([])
  })

  it('with a pause in which nothing goes out, and go on where they stopped', async () => {
    for (const name of ['ada', 'bob', 'eve']) await addReader(desk.people, db(), `${name}@b.test`)
    const { id } = await desk.edition(desk.send(await desk.create()))
    await desk.queueOnce(60)
    const paused = EditionSummary.parse((await desk.call('POST', `/${id}/pause`)).json)
    expect(paused.state).toBe('paused')
    expect(await desk.letters()).toMatchObject([{ held: true }])
    desk.clock.advance({ minutes: 1 })
    expect(await desk.queueAll()).toBe('idle')
    expect((await desk.call('POST', `/${id}/pause`)).code).toBe('edition_not_sending')

    expect((await desk.edition(desk.call('POST', `/${id}/resume`))).state).toBe('sending')
    expect(await desk.letters()).toMatchObject([{ held: false }])
    await desk.queueAll()
    expect(await desk.recipients()).toEqual(['ada@b.test', 'bob@b.test', 'eve@b.test'])
    expect(await auditedEvents(db())).toEqual(expect.arrayContaining(['edition_paused', 'edition_resumed']))
  })

  it('after a pause of a week too: a first difficulty is no reason to give a letter up', async () => {
    await addReader(desk.people, db(), 'ada@b.test')
    const { id } = await desk.edition(desk.send(await desk.create()))
    await desk.queueOnce(60)
    expect((await desk.call('POST', `/${id}/pause`)).status).toBe(200)
    desk.clock.advance({ days: 7 })
    await desk.signInAgain()
    expect((await desk.call('POST', `/${id}/resume`)).status).toBe(200)
    const mailer = startMailer({
      db: db(),
      config: { smtpUrl: 'smtp://mail.test', outboxDir: '', from: 'friday@halfmeasure.test' },
      log: createLogger('silent'),
      now: desk.clock.now,
      report: reportLetter,
      transport: {
        deliver: () => Promise.reject(new DeliveryError('451 later, please', { final: false })),
        close() {},
      },
    })
    await expect.poll(async () => (await desk.letters())[0]?.last_error).toMatch('later')
    await mailer.stop()
    expect(await desk.letters()).toMatchObject([{ failed_at: null }])
  })

  it('not during a pause, when one that was given up is tried again', async () => {
    await addReader(desk.people, db(), 'ada@b.test')
    const { id } = await desk.edition(desk.send(await desk.create()))
    await desk.queueOnce(60)
    const letter = await claimMail(db(), desk.clock.now())
    if (!letter) throw new Error('no letter waits')
    await giveUpMail(db(), letter, desk.clock.now(), '550 no such mailbox', reportLetter)
    await desk.call('POST', `/${id}/pause`)
    await desk.people.mails.retry(letter.id, id)
    expect(await claimMail(db(), desk.clock.now())).toBeUndefined()
    await desk.call('POST', `/${id}/resume`)
    expect(await claimMail(db(), desk.clock.now())).toMatchObject({ id: letter.id })
  })

  it('no faster than the rate, however often it is asked', async () => {
    for (let n = 0; n < 9; n += 1) await addReader(desk.people, db(), `r${n}@b.test`)
    await desk.send(await desk.create())
    const counts: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      for (let n = 0; n < 10; n += 1) await desk.queueAll(4)
      counts.push((await desk.letters()).length)
      desk.clock.advance({ minutes: 1 })
    }
    expect(counts).toEqual([4, 8, 9])
  })

  it('not on and on while the mail server puts everything off', async () => {
    const at = desk.clock.now()
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
    await desk.send(await desk.create())
    const queueForAnHour = async () => {
      for (let minute = 0; minute < 60; minute += 1) {
        desk.clock.advance({ minutes: 1 })
        await desk.queueAll(60)
      }
    }
    await queueForAnHour()
    expect((await desk.letters()).length).toBe(51)
    // The server takes them at last.
    await db().deleteFrom('outbox').execute()
    await queueForAnHour()
    expect((await desk.letters()).length).toBe(9)
  })

  it('and no faster than the mail goes out', async () => {
    for (let n = 0; n < 9; n += 1) await addReader(desk.people, db(), `r${n}@b.test`)
    await desk.send(await desk.create())
    for (let n = 0; n < 9; n += 1) await desk.queueOnce(60)
    expect((await desk.letters()).length).toBeLessThan(5)
  })
})
