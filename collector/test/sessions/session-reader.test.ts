import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SessionReader } from '../../src/analytics/session-reader.ts'
import type { SessionView } from '../../src/warehouse/sessions/open-sessions.ts'
import { dropOldSnapshots } from '../../src/warehouse/sessions/runs.ts'
import { randomEvents } from '../stats-engine/random-events.ts'
import { SessionStack } from './session-stack.ts'

const FROM = Date.UTC(2026, 9, 22)
const TO = FROM + 24 * 3_600_000
const EVENTS = randomEvents({ seed: 8, from: FROM, to: TO, sessions: 40 })
const [FIRST, REST] = [EVENTS.slice(0, -1), EVENTS.slice(-1)]

describe('open sessions', () => {
  let stack: SessionStack
  let reader: SessionReader
  beforeAll(async () => {
    stack = await SessionStack.open(TO)
  })
  afterAll(() => stack[Symbol.asyncDispose]())
  beforeEach(async () => {
    await stack.empty()
    await stack.store(FIRST)
    // Nothing serves for a while: what is used again is the same by what the tables hold.
    reader = new SessionReader([stack.clickhouse.migrator], () => stack.now, -1)
  })

  const view = async (): Promise<SessionView> => (await reader.read('2100-01-01T00:00:00.000Z')).view
  it('are built once while nothing is written, however often they are read', async () => {
    const made = await view()
    expect(made.snapshot).toBeDefined()
    expect(await view()).toEqual(made)
    await stack.expectSessionsOf(FIRST, await view())
  })

  it.each([
    ['events arrive', EVENTS, () => stack.store(REST)],
    ['sessions are finished', FIRST, () => stack.builder.finish()],
    ['they are invalidated', FIRST, () => Promise.resolve(reader.invalidate())],
  ])('are rebuilt when %s', async (_, events, change) => {
    const made = await view()
    await change()
    const next = await view()
    expect(next).not.toEqual(made)
    await stack.expectSessionsOf(events, next)
  })

  it('are kept for their readers although the events in them are old, for loading has stopped', async () => {
    const hourAgo = () => Date.now() - 3_600_000
    const late = new SessionReader([stack.clickhouse.migrator], hourAgo, -1)
    const made = await late.read('2100-01-01T00:00:00.000Z')
    expect(made.asOf).toBeLessThan(Date.now() - 3_500_000)
    await dropOldSnapshots(stack.clickhouse.migrator, Date.now())
    await stack.expectSessionsOf(FIRST, made.view)
  })

  it('outlive a quarter of an hour only together with a run that began before them and is not over', async () => {
    const { clickhouse, builder } = stack
    const run = (await builder.runs.claim(TO)) ?? ''
    await stack.view()
    const inAnHour = TO + 3_600_000
    await builder.runs.renew(run, inAnHour)
    const before = await stack.count('run_tabs')
    expect(before).toBeGreaterThan(0)
    await dropOldSnapshots(clickhouse.migrator, inAnHour)
    expect(await stack.count('run_tabs')).toBe(before)
    // Its process died.
    await dropOldSnapshots(clickhouse.migrator, inAnHour + 11 * 60_000)
    for (const table of ['open_sessions', 'run_tabs']) expect(await stack.count(table), table).toBe(0)
  })

  it('are rebuilt when another collector erases events and as many arrive', async () => {
    const made = await view()
    const gone = FIRST[0]?.session ?? ''
    const kept = EVENTS.filter(({ session }) => session !== gone)
    await stack.deleteEvents([gone])
    await stack.store(REST)
    const next = await view()
    expect(next).not.toEqual(made)
    await stack.expectSessionsOf(kept, next)
  })
})
