import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { randomEvents } from '../stats-engine/random-events.ts'
import { sessionsOf } from '../stats-engine/oracle/sessions.ts'
import { SessionStack } from './session-stack.ts'

const FROM = Date.UTC(2026, 9, 22)
const TO = FROM + 5 * DAY_MS

let stack: SessionStack
beforeAll(async () => {
  stack = await SessionStack.open(FROM)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => stack.empty())

it('keeps finished sessions when the clock is set back after old runs were removed', async () => {
  const events = randomEvents({ seed: 9, from: FROM, to: TO, sessions: 60 })
  stack.now = TO
  await stack.store(events)
  await stack.builder.finish()
  // Of the last run, the horizon is kept anyway.
  stack.now += DAY_MS
  await stack.builder.finish()
  stack.now = TO + 30 * DAY_MS + 1_000
  await stack.builder.runs.removeOld(stack.now)
  stack.now -= 3_000
  await stack.builder.finish()
  expect(await stack.count('sessions')).toBe(sessionsOf(events).length)
})

describe('a clock that ran ahead', () => {
  const before = randomEvents({ seed: 11, from: FROM, to: TO, sessions: 60 })
  const since = randomEvents({ seed: 12, from: TO, to: TO + HOUR_MS, sessions: 20 })
  const all = [...before, ...since]

  async function expectSound(): Promise<void> {
    await stack.expectSessionsOf(all)
    for (const { name, left, right } of await stack.builder.compare()) expect(left, name).toBe(right)
  }
  /** As after a start. */
  async function correctHorizon(times: number): Promise<void> {
    const builder = stack.anotherBuilder('this-collector')
    for (let nth = 0; nth < times; nth++) await builder.correctHorizon()
  }

  /** History up to `TO`, and a minute at which the clock was ahead. */
  async function runAhead(byMs: number, isRebuilt: boolean): Promise<void> {
    await stack.store(before)
    for (let at = FROM + DAY_MS; at <= TO; at += DAY_MS) {
      stack.now = at
      await stack.builder.finish()
    }
    const finished = await stack.count('sessions')
    stack.now = TO + byMs
    await stack.builder.finish()
    if (isRebuilt) await stack.builder.rebuild()
    await stack.builder.runs.removeOld(stack.now)
    expect(await stack.count('sessions')).toBeGreaterThan(finished)
    stack.now = TO + HOUR_MS
    await stack.store(since)
  }

  it.each([
    ['two days', 2 * DAY_MS, false],
    ['two days, with a rebuild of everything', 2 * DAY_MS, true],
    ['two months, so that old runs are removed', 60 * DAY_MS, false],
  ])('hides no session for longer than some minutes: by %s', async (_, byMs, isRebuilt) => {
    await runAhead(byMs, isRebuilt)
    await correctHorizon(16)
    expect(await stack.count('sessions')).toBeGreaterThan(40)
    await expectSound()
    await stack.builder.finish()
    await expectSound()
    stack.now = TO + 70 * DAY_MS
    await stack.builder.finish()
    await expectSound()
    expect(await stack.count('sessions')).toBe(sessionsOf(all).length)
  })

  it('is not taken for one that is behind until it is set', async () => {
    stack.now = TO
    await stack.store(before)
    await stack.builder.finish()
    const finished = await stack.count('sessions')
    stack.now = 0
    await correctHorizon(15)
    stack.now = TO
    expect(await stack.count('sessions')).toBe(finished)
    await stack.expectSessionsOf(before)
  })
})
