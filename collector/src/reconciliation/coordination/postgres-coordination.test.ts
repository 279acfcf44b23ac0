import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { Deadline } from '../../platform/deadline.ts'
import { createLogger } from '../../platform/logger.ts'
import { sessionDigest } from '../../events/event-tables.ts'
import { type Lease, loadedThrough, oldestPendingMs } from './coordination.ts'
import { PostgresCoordination } from './postgres-coordination.ts'

const figures = { received: 10, accepted: 8, duplicates: 2, rejected: {}, pending: 3, dead_letters: 1 }
const [A, B] = ['session_1763632800000_aaaa', 'session_1763632800000_bbbb']

describePostgres('collectors that share a PostgreSQL server', (db) => {
  let now: number
  let pendingMs: number
  beforeEach(() => {
    now = 1_763_632_800_000
    pendingMs = 0
  })

  /** A process of a collector. */
  function collector(id: string = randomUUID(), heartbeatTimeoutMs = 60_000) {
    const report = () => ({ figures, loaded_through: [now, 9_000], oldest_pending_ms: pendingMs })
    const log = createLogger('silent')
    const process = new PostgresCoordination({ db: db(), id, heartbeatTimeoutMs, report, log })
    onTestFinished(() => process.stop())
    return process
  }

  /** As if so much time had passed since a collector's last heartbeat. */
  const age = (id: string, ms: number) =>
    sql`update collectors set heartbeat_at = now() - ${ms} * interval '1 millisecond' where id = ${id}`.execute(
      db(),
    )
  const databaseTime = async () => {
    const { rows } = await sql<{ at: Date }>`select now() as at`.execute(db())
    return rows[0]?.at ?? new Date(0)
  }
  const expireLeases = () => sql`update leases set expires_at = now() - interval '1 second'`.execute(db())

  it('see each other’s figures, and how long ago they were sent', async () => {
    const ids = [randomUUID(), randomUUID()].toSorted()
    const [a, b] = ids.map((id) => collector(id))
    if (!a || !b) throw new Error('there are two')
    expect(a.isAvailable).toBe(false)
    expect(await a.heartbeat()).toEqual([])
    await b.heartbeat()
    expect(await a.heartbeat()).toEqual([
      {
        id: ids[1],
        state: 'live',
        age_ms: expect.toSatisfy(Number.isInteger),
        figures,
        loaded_through: [now, 9_000],
        oldest_pending_ms: 0,
      },
    ])
    await age(ids[1] ?? '', 61_000)
    expect(await a.heartbeat()).toMatchObject([{ state: 'expired' }])
    await b.stop()
    expect(await a.heartbeat()).toMatchObject([{ state: 'stopped' }])
    // More milliseconds than an integer of PostgreSQL holds.
    await age(ids[1] ?? '', 400 * DAY_MS)
    expect((await a.heartbeat())[0]?.age_ms).toBeGreaterThanOrEqual(400 * DAY_MS)
    await a.retire(ids[1] ?? '', { ...figures, pending: 0, dead_letters: 4 })
    expect(await a.heartbeat()).toMatchObject([{ state: 'retired', figures: { dead_letters: 4 } }])
    expect(a.isAvailable).toBe(true)
  })

  it('have loaded what every live one has loaded', async () => {
    const [a, b, c] = [collector(), collector(), collector()]
    now = 2_000
    await c.stop()
    now = 5_000
    await b.heartbeat()
    await a.heartbeat()
    expect(loadedThrough(a, 0, 7_000)).toBe(5_000)
    expect(loadedThrough(a, 0, 3_000)).toBe(3_000)
    // Another shard has its own, and one that they do not know yet waits for nobody.
    expect(loadedThrough(a, 1, 10_000)).toBe(9_000)
    expect(loadedThrough(a, 2, 10_000)).toBe(10_000)
  })

  it('lag as much as the live one that lags most, and none for a heartbeat that is long ago', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const
    const [a, b, c] = [collector(ids[0], HOUR_MS), collector(ids[1], HOUR_MS), collector(ids[2], HOUR_MS)]
    pendingMs = 500
    await b.heartbeat()
    await age(ids[1], 300_000)
    pendingMs = 7_200_000
    await c.heartbeat()
    // Expired: nobody knows when it comes back.
    await age(ids[2], HOUR_MS + 1_000)
    await a.heartbeat()
    expect(oldestPendingMs(a, 0)).toBe(500)
    expect(oldestPendingMs(a, 2_000)).toBe(2_000)
    // It has loaded nothing since, as far as anybody knows.
    await age(ids[2], 50_000)
    await a.heartbeat()
    expect(oldestPendingMs(a, 0)).toBeGreaterThanOrEqual(7_250_000)
    expect(oldestPendingMs(a, 0)).toBeLessThan(7_300_000)
    await c.stop()
    await a.heartbeat()
    expect(oldestPendingMs(a, 0)).toBe(500)
  })

  it('do what one at a time may do one after the other, in one process too', async () => {
    const all = [collector(), collector(), collector()]
    let inside = 0
    let done = 0
    const work = async () => {
      expect(++inside).toBe(1)
      await sleep(20)
      inside--
      done++
    }
    await Promise.all([...all, ...all].map((each) => each.exclusively('maintenance', work)))
    expect(done).toBe(6)
  })

  it('leave what another one is at, and other work is no hindrance', async () => {
    const [a, b] = [collector(), collector()]
    await a.exclusively('maintenance', async () => {
      expect(await b.tryExclusively('maintenance', async () => 'done')).toBeUndefined()
      expect(await b.tryExclusively('finish-0', async () => 'done')).toBe('done')
      const deadline = new Deadline({ say: () => {}, timeoutMs: 50 })
      await expect(b.exclusively('maintenance', async () => 'done', deadline)).rejects.toThrow(
        'waiting for maintenance of another collector',
      )
    })
    expect(await b.tryExclusively('maintenance', async () => 'done')).toBe('done')
  })

  it('go on with the work of one whose lease has expired; what that one writes then changes nothing', async () => {
    // It renews its lease after a quarter of an hour.
    const [stale, b] = [collector(randomUUID(), HOUR_MS), collector()]
    await b.erasures.submit([A])
    let lease: Lease | undefined
    await stale.exclusively('maintenance', async (held) => {
      lease = held
      await expireLeases()
      await b.exclusively('maintenance', async (taken) => {
        expect(taken.fence).toBeGreaterThan(held.fence)
        await expect(stale.erasures.complete([sessionDigest(A)], held)).rejects.toThrow('taken over')
        expect(await b.erasures.list()).toHaveLength(1)
        await b.erasures.complete([sessionDigest(A)], taken)
      })
    })
    expect(await b.erasures.list()).toEqual([])
    expect(lease).toBeDefined()
  })

  it('notice that their lease is lost', async () => {
    const a = collector(randomUUID(), 400)
    const lost = a.exclusively('maintenance', async ({ assertHeld }) => {
      assertHeld()
      await sleep(250)
      // It was renewed.
      assertHeld()
      await sql`update leases set fence = fence + 1`.execute(db())
      await sleep(500)
      assertHeld()
    })
    await expect(lost).rejects.toMatchObject({ code: 'lease_lost' })
  })

  it('wait for no lease of their own that a killed process held', async () => {
    const id = randomUUID()
    const killed = collector(id)
    await killed.exclusively('maintenance', async () => {
      expect(await collector(id).tryExclusively('maintenance', async () => 'done')).toBe('done')
      expect(await collector().tryExclusively('maintenance', async () => 'done')).toBe('done')
    })
  })

  it('do the nightly work once a night', async () => {
    const [a, b] = [collector(), collector()]
    const night = new Date('2026-11-22T03:00:00Z')
    const at = (time: string) => new Date(`2026-11-${time}Z`)
    expect(await b.isNightlyRunDone(night)).toBe(false)
    await a.recordNightlyRun(night)
    expect(await b.isNightlyRunDone(at('22T03:05:00'))).toBe(true)
    expect(await b.isNightlyRunDone(at('23T02:59:00'))).toBe(false)
    await b.recordNightlyRun(at('23T02:59:00'))
    expect(await a.isNightlyRunDone(at('23T03:00:00'))).toBe(true)
  })

  it('erase a session when every live one has acknowledged, and remember it only where something was found', async () => {
    const [a, b, c] = [collector(), collector(), collector()]
    for (const each of [a, b, c]) await each.heartbeat()
    await c.stop()
    await a.erasures.submit([A, B, A])
    const both = [A, B].map((sessionId) => ({
      digest: sessionDigest(sessionId),
      sessionId,
      isAcknowledged: false,
      isFound: false,
    }))
    expect(await b.erasures.list()).toEqual(both)

    const digests = [A, B].map(sessionDigest)
    await a.erasures.acknowledge(digests)
    await a.erasures.acknowledge(digests)
    expect(await a.erasures.list()).toEqual(both.map((request) => ({ ...request, isAcknowledged: true })))
    expect(await a.erasures.acknowledgedByAll()).toEqual([])
    await b.erasures.acknowledge(digests)
    expect((await a.erasures.acknowledgedByAll()).toSorted()).toEqual([A, B])

    await b.erasures.markFound([sessionDigest(A)])
    // By PostgreSQL's clock, which may differ from this process's.
    const completing = await databaseTime()
    await a.exclusively('maintenance', (lease) => a.erasures.complete(digests, lease))
    expect(await a.erasures.list()).toEqual([])
    expect(await b.erasures.completedSince(completing)).toEqual([sessionDigest(A)])
    expect(await b.erasures.completedSince(new Date(completing.getTime() + 3_600_000))).toEqual([])
    // A collector that was down learns the digests of sessions that were found.
    expect(await c.erasures.list()).toEqual([
      { digest: sessionDigest(A), sessionId: null, isAcknowledged: false, isFound: true },
    ])
  })

  it('open a complete request again where a collector that was down has rows of the session: all look again', async () => {
    const [a, b] = [collector(), collector()]
    await a.heartbeat()
    await a.erasures.submit([A])
    await a.erasures.acknowledge([sessionDigest(A)])
    await a.erasures.markFound([sessionDigest(A)])
    await a.exclusively('maintenance', (lease) => a.erasures.complete([sessionDigest(A)], lease))
    await b.heartbeat()
    await b.erasures.submit([A])
    const open = { digest: sessionDigest(A), sessionId: A, isAcknowledged: false, isFound: true }
    for (const each of [a, b]) expect(await each.erasures.list()).toEqual([open])
    await b.erasures.acknowledge([sessionDigest(A)])
    expect(await b.erasures.acknowledgedByAll()).toEqual([])
  })
})
