import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { markBatch } from '../../src/warehouse/sessions/late-sessions.ts'
import { SessionsBusyError } from '../../src/warehouse/sessions/runs.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { type AnyEvent, randomEvents } from '../stats-engine/random-events.ts'
import { sessionsOf } from '../stats-engine/oracle/sessions.ts'
import { SessionStack } from './session-stack.ts'

const FROM = Date.UTC(2026, 9, 22)
/** London's clocks go back on the 25th. */
const TO = FROM + 5 * DAY_MS

let stack: SessionStack
beforeAll(async () => {
  stack = await SessionStack.open(FROM)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => stack.empty())

/** Of all these events, those that are in time, and a part that comes late. */
function divided(seed: number, share: number): { inTime: AnyEvent[]; late: AnyEvent[]; all: AnyEvent[] } {
  const random = new SeededRandom(seed, 99)
  const all = randomEvents({ seed, from: FROM, to: TO, sessions: 300 })
  const { true: late = [], false: inTime = [] } = Object.groupBy(all, () => String(random.fraction() < share))
  return { inTime, late, all }
}

async function expectSound(events: readonly AnyEvent[]): Promise<void> {
  await stack.expectSessionsOf(events)
  for (const { name, left, right } of await stack.builder.compare()) expect(left, name).toBe(right)
}

describe.each([1, 2, 3])('sessions of made-up tabs, seed %i', (seed) => {
  const { inTime, late, all } = divided(seed, 0.1)

  it('match the definition, open or finished, wherever the horizon lies', async () => {
    await stack.store(all)
    await stack.expectSessionsOf(all)
    for (const now of [FROM + 5 * HOUR_MS, FROM + 2.3 * DAY_MS, FROM + 2.31 * DAY_MS, TO + 10 * DAY_MS]) {
      stack.now = now
      await stack.builder.finish()
      await expectSound(all)
    }
    expect(await stack.count('sessions')).toBe(sessionsOf(all).length)
  })

  it('are correct at once when events arrive up to a week late, and stay correct when rebuilt', async () => {
    stack.now = TO + DAY_MS
    await stack.store(inTime)
    await stack.builder.finish()
    await stack.store(late, TO + DAY_MS)
    await stack.expectSessionsOf(all)
    expect(await stack.builder.rebuildLate()).toBeGreaterThan(50)
    await expectSound(all)
    expect(await stack.count('late_sessions')).toBe(0)
    stack.now = TO + 10 * DAY_MS
    await stack.builder.finish()
    expect(await stack.count('sessions')).toBe(sessionsOf(all).length)
    await expectSound(all)
  })

  it('are correct after an outage, when events accepted long ago are inserted', async () => {
    stack.now = TO + DAY_MS
    await stack.store(inTime)
    await stack.builder.finish()
    // Received in time, so that nothing in the rows says how late they are.
    const batch = await stack.store(late)
    await markBatch(stack.clickhouse.migrator, batch)
    await stack.expectSessionsOf(all)
    await stack.builder.rebuildLate()
    await expectSound(all)
  })
})

describe('late events', () => {
  const { inTime, late, all } = divided(4, 0.02)

  it('that arrive during a rebuild are rebuilt too', async () => {
    stack.now = TO + DAY_MS
    await stack.store(inTime)
    await stack.builder.finish()
    const half = Math.floor(late.length / 2)
    await stack.store(late.slice(0, half), TO + DAY_MS)
    const rebuilt = stack.builder.rebuildLate()
    await stack.store(late.slice(half), TO + DAY_MS)
    await rebuilt
    await stack.expectSessionsOf(all)
    await stack.builder.rebuildLate()
    await expectSound(all)
    expect(await stack.count('late_sessions')).toBe(0)
  })

  it('of open sessions need no rebuild', async () => {
    stack.now = FROM + DAY_MS
    await stack.store(inTime)
    await stack.builder.finish()
    const open = late.filter(({ at }) => at > FROM + DAY_MS)
    await stack.store(open, TO + DAY_MS)
    expect(await stack.count('late_sessions')).toBeGreaterThan(5)
    expect(await stack.builder.rebuildLate()).toBe(0)
    expect(await stack.count('late_sessions')).toBe(0)
    await expectSound([...inTime, ...open])
  })

  it('look the same to an older view, with no session twice', async () => {
    stack.now = TO + DAY_MS
    await stack.store(inTime)
    await stack.builder.finish()
    await stack.store(late, TO + DAY_MS)
    const view = await stack.view()
    const before = await stack.count('sessions')
    await stack.builder.rebuildLate()
    await stack.expectSessionsOf(all, view)
    expect(await stack.count('sessions')).not.toBe(before)
  })
})

describe('more late batches than a statement can name', () => {
  const { inTime, late, all } = divided(8, 0.02)

  beforeEach(async () => {
    stack.now = TO + DAY_MS
    await stack.store(inTime)
    await stack.builder.finish()
    await stack.store(late, TO + DAY_MS)
    await stack.clickhouse.migrator.command({
      query: `INSERT INTO analytics.late_sessions (session_hash, batch_id, first_at)
        SELECT number, generateUUIDv4(number), toDateTime('2026-10-23 00:00:00', 'UTC') FROM numbers(7000)`,
    })
  })

  it('are rebuilt one part after the other', async () => {
    for (let passes = 0; (await stack.count('late_sessions')) > 0; passes++) {
      expect(passes).toBeLessThan(10)
      await stack.builder.rebuildLate()
    }
    await expectSound(all)
  })

  it('are forgotten by a rebuild of everything', async () => {
    await stack.builder.rebuild()
    expect(await stack.count('late_sessions')).toBe(0)
    await expectSound(all)
  })
})

describe('a rebuild', () => {
  const events = randomEvents({ seed: 5, from: FROM, to: TO, sessions: 200 })

  it('repairs wrong sessions, and an older view sees no gap', async () => {
    stack.now = TO - DAY_MS
    await stack.store(events)
    await stack.builder.finish()
    const view = await stack.view()
    await stack.builder.rebuild()
    await stack.expectSessionsOf(events, view)
    await stack.clickhouse.migrator.command({
      query: `ALTER TABLE analytics.sessions DELETE WHERE session_hash % 3 = 0 SETTINGS mutations_sync = 2`,
    })
    const wrong = await stack.builder.compare()
    expect(wrong.some(({ left, right }) => left !== right)).toBe(true)
    const shares: number[] = []
    await stack.builder.rebuild((share) => shares.push(share))
    expect(shares.at(-1)).toBe(1)
    await expectSound(events)
    stack.now = TO + DAY_MS
    await stack.builder.finish()
    await expectSound(events)
  })

  it.each([
    "`views.page` = arrayMap(page -> '/elsewhere', views.page)",
    '`clicks.at` = arrayMap(at -> at + 1, clicks.at)',
    '`conversions.value` = arrayMap(value -> value + 1, conversions.value)',
    'engaged_ms = engaged_ms + 1',
  ])('is needed after %s', async (change) => {
    stack.now = TO + DAY_MS
    await stack.store(events)
    await stack.builder.finish()
    await stack.clickhouse.migrator.command({
      query: `ALTER TABLE analytics.sessions UPDATE ${change} WHERE started_at < toDateTime('2026-10-24 00:00:00', 'UTC')
        SETTINGS mutations_sync = 2`,
    })
    const findings = await stack.builder.compare()
    expect(findings.filter(({ left, right }) => left !== right)).toHaveLength(1)
  })
})

describe('two builders of the same sessions', () => {
  const events = randomEvents({ seed: 6, from: FROM, to: TO, sessions: 150 })

  it('write each session once, in any order', async () => {
    stack.now = TO + DAY_MS
    await stack.store(events)
    const others = ['another', 'a-third'].map((id) => stack.anotherBuilder(id))
    await Promise.all([stack.builder, ...others].map((builder) => builder.finish()))
    await stack.builder.finish()
    await expectSound(events)
    expect(await stack.count('sessions')).toBe(sessionsOf(events).length)
  })

  it('wait for each other: one leaves alone what the other has claimed, until it is done', async () => {
    stack.now = TO + DAY_MS
    await stack.store(events)
    const other = stack.anotherBuilder('another')
    const run = await other.runs.claim(stack.now)
    expect(run).toBeDefined()
    await stack.builder.finish()
    expect(await stack.count('sessions')).toBe(0)
    await expect(stack.builder.erase(['1'])).rejects.toThrow(SessionsBusyError)
    // What it wrote before it went counts for nothing.
    await stack.clickhouse.migrator.command({
      query: `INSERT INTO analytics.sessions (run, session_hash, started_at) VALUES (${run}, 1, '2026-10-23 00:00:00')`,
    })
    stack.now += 11 * 60_000
    await stack.builder.finish()
    await expectSound(events)
    // It comes back, and believes that it is done.
    await other.runs.done(run ?? '', stack.now, TO + 2 * DAY_MS)
    await expectSound(events)
  })
})

it('drops old snapshots also while the horizon stands still, for another collector is at work', async () => {
  stack.now = TO
  await stack.store(randomEvents({ seed: 10, from: FROM, to: TO, sessions: 60 }))
  await stack.view()
  for (const table of ['open_sessions', 'run_tabs'])
    expect(await stack.count(table), table).toBeGreaterThan(0)
  stack.now += 17 * 60_000
  await stack.anotherBuilder('another').runs.claim(stack.now)
  const builder = stack.anotherBuilder('this-collector')
  builder.start()
  await expect.poll(() => stack.count('open_sessions')).toBe(0)
  await builder.stop()
  expect(await stack.count('run_tabs')).toBe(0)
})

it('erases the sessions of a tab, finished, open and late ones', async () => {
  const events = randomEvents({ seed: 7, from: FROM, to: TO, sessions: 60 })
  stack.now = TO - DAY_MS
  await stack.store(events)
  await stack.builder.finish()
  await stack.view()
  const erased = new Set(events.map(({ session }) => session).filter((_, i) => i % 7 === 0))
  await stack.deleteEvents([...erased])
  const hashes = [...(await stack.hashesOf([...erased])).values()]
  await stack.builder.erase(hashes)
  for (const table of ['sessions', 'open_sessions', 'run_tabs', 'late_sessions'])
    expect(await stack.count(table, `session_hash IN (${hashes.join(', ')})`), table).toBe(0)
  await expectSound(events.filter(({ session }) => !erased.has(session)))
})

it('finishes and rebuilds sessions without waiting for a replica that is down', async () => {
  const { migrator } = stack.clickhouse
  const deletions: string[] = []
  const client: typeof migrator = Object.create(migrator, {
    command: {
      value: (params: Parameters<typeof migrator.command>[0]) => {
        if (/\bDELETE\b/.test(params.query)) deletions.push(params.query)
        return migrator.command(params)
      },
    },
  })
  const builder = stack.anotherBuilder('this-collector', client)
  const { inTime, late, all } = divided(4, 0.1)
  stack.now = TO + DAY_MS
  await stack.store(inTime)
  await builder.finish()
  await stack.store(late, TO + DAY_MS)
  await builder.rebuildLate()
  await stack.expectSessionsOf(all)
  await builder.runs.removeOld(stack.now + 60 * DAY_MS)
  expect(deletions.length).toBeGreaterThan(2)
  for (const statement of deletions)
    expect(statement).toMatch(/mutations_sync = 1, lightweight_deletes_sync = 1/)
})
