import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createSender } from './mailer.ts'
import { anEmail } from './testing/an-email.ts'
import { ListTransport } from './testing/list-transport.ts'
import { queueEmail, testOutbox } from './testing/test-outbox.ts'
import { DeliveryError } from './transport.ts'

const later = new DeliveryError('EENVELOPE: greylisted', { failure: 'deferred' })
const unavailable = new DeliveryError('ECONNREFUSED: nobody there', { failure: 'unavailable' })
const interrupted = new DeliveryError('ECONNECTION: hung up', { failure: 'interrupted' })

describeEachPostgres('the mailer', (db) => {
  let clock: TestClock
  let transport: ListTransport
  /** Attempts everything that is due now. */
  let sendDue: () => Promise<void>

  beforeEach(() => {
    clock = new TestClock()
    transport = new ListTransport()
    const log = createLogger('silent')
    sendDue = createSender({ db: db(), outbox: testOutbox, log, now: clock.now, transport })
  })

  const queue = (to = 'reader@example.test') => queueEmail(db(), anEmail({ to }), clock.now())
  const rows = () => db().selectFrom('outbox').selectAll().orderBy('recipient').execute()

  it('retries later what has to wait: after a minute, then twice as long each time', async () => {
    transport.refuse = () => later
    await queue()
    for (const minutes of [1, 2, 4, 8]) {
      await sendDue()
      const [row] = await rows()
      expect((row?.due_at.getTime() ?? 0) - clock.now().getTime()).toBe(minutes * 60_000)
      clock.advance({ minutes })
    }
    transport.refuse = () => undefined
    await sendDue()
    expect(transport.delivered).toHaveLength(1)
    expect(transport.attempts).toHaveLength(5)
  })

  it('gives up after attempts over five days', async () => {
    transport.refuse = () => later
    await queue()
    const end = clock.now().getTime() + 5 * DAY_MS
    for (;;) {
      await sendDue()
      const [row] = await rows()
      if (!row || row.failed_at) break
      clock.advance({ ms: row.due_at.getTime() - clock.now().getTime() })
    }
    expect(await rows()).toMatchObject([{ failed_at: clock.now(), attempts: transport.attempts.length }])
    expect(clock.now().getTime() - end).toBeGreaterThanOrEqual(0)
    expect(clock.now().getTime() - end).toBeLessThan(HOUR_MS)
  })

  it('does not give up at the first attempt, however long the collector was off', async () => {
    transport.refuse = () => later
    await queue()
    clock.advance({ days: 6 })
    await sendDue()
    expect(await rows()).toMatchObject([{ failed_at: null, attempts: 1 }])
  })

  it('leaves a server alone that is unavailable, a minute and then longer, and no email loses an attempt', async () => {
    transport.refuse = () => unavailable
    for (let n = 0; n < 3; n += 1) await queue(`r${n}@b.test`)
    const connections: number[] = []
    for (let minute = 0; minute < 60; minute += 1) {
      for (let second = 0; second < 60; second += 20) {
        await sendDue()
        clock.advance({ ms: 20_000 })
      }
      connections.push(transport.attempts.length)
    }
    expect(connections.slice(0, 16)).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5])
    expect(transport.attempts).toHaveLength(9)
    expect((await rows()).map(({ attempts, failed_at }) => [attempts, failed_at])).toEqual(
      Array.from({ length: 3 }, () => [0, null]),
    )
    transport.refuse = () => undefined
    clock.advance({ minutes: 10 })
    await sendDue()
    expect(transport.delivered).toHaveLength(3)
  })

  it('counts an attempt during which the connection broke, so that one email cannot hold up the others', async () => {
    transport.refuse = ({ recipient }) => (recipient === 'bad@b.test' ? interrupted : undefined)
    for (const to of ['bad@b.test', 'good@b.test']) {
      await queue(to)
      clock.advance({ ms: 1 })
    }
    await sendDue()
    expect(transport.attempts).toEqual(['bad@b.test'])
    expect(await rows()).toMatchObject([{ recipient: 'bad@b.test', attempts: 1 }, { attempts: 0 }])
    clock.advance({ ms: 59_999 })
    await sendDue()
    expect(transport.delivered).toEqual([])
    clock.advance({ ms: 1 })
    await sendDue()
    expect(transport.delivered.map(({ recipient }) => recipient)).toEqual(['good@b.test'])
  })
})
