import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { childEnv } from '../child-env.ts'
import { type AnyEvent, randomEvents } from '../stats-engine/random-events.ts'
import { SessionStack } from './session-stack.ts'

const DAY = 24 * 3_600_000
const FROM = Date.UTC(2026, 9, 22)
const TO = FROM + 3 * DAY
const PROGRAM = fileURLToPath(new URL('keep-until-killed.ts', import.meta.url))

/** Has another process work on the data until it dies at the failpoint. */
async function dieAt(failpoint: string, directory: string, now: number, ...task: string[]): Promise<void> {
  const program = spawn(process.execPath, [PROGRAM, directory, String(now), ...task], {
    env: { ...childEnv(), FAILPOINT: failpoint },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  expect(await once(program, 'exit'), failpoint).toEqual([null, 'SIGKILL'])
}

const events = randomEvents({ seed: 8, from: FROM, to: TO, sessions: 80 })
const late = events.filter((_, i) => i % 9 === 0)
const inTime = events.filter((_, i) => i % 9 !== 0)

/** What is there is right, and what was begun is taken up. */
async function expectSound(stack: SessionStack, all: readonly AnyEvent[]): Promise<void> {
  await stack.expectSessionsOf(all)
  await stack.keeper.rebuildLate()
  await stack.keeper.finish()
  await stack.expectSessionsOf(all)
  for (const { name, left, right } of await stack.keeper.compare()) expect(left, name).toBe(right)
}

it.each(['sessions.after-part', 'sessions.written', 'sessions.done'])(
  'a crash at %s leaves no session out, and none twice',
  async (failpoint) => {
    const first = await SessionStack.open(TO + DAY)
    await first.store(events)
    const directory = await first.close()
    await dieAt(failpoint, directory, TO + DAY, 'finish')
    await using stack = await SessionStack.of(directory, TO + DAY)
    await expectSound(stack, events)
  },
)

it.each(['late-sessions.after-part', 'late-sessions.done', 'late-sessions.after-removal'])(
  'nor does one at %s while sessions with late events are rebuilt',
  async (failpoint) => {
    const first = await SessionStack.open(TO + DAY)
    await first.store(inTime)
    await first.keeper.finish()
    await first.store(late, TO + DAY)
    const directory = await first.close()
    await dieAt(failpoint, directory, TO + DAY, 'remake')
    await using stack = await SessionStack.of(directory, TO + DAY)
    await expectSound(stack, events)
    expect(await stack.count('late_sessions')).toBe(0)
  },
)

it.each(['sessions.after-part', 'sessions.rebuilt', 'sessions.exchanged'])(
  'nor does one at %s while all of them are rebuilt',
  async (failpoint) => {
    const first = await SessionStack.open(TO - DAY)
    await first.store(events)
    await first.keeper.finish()
    const directory = await first.close()
    await dieAt(failpoint, directory, TO - DAY, 'rebuild')
    await using stack = await SessionStack.of(directory, TO - DAY)
    await expectSound(stack, events)
    await stack.keeper.rebuild()
    await expectSound(stack, events)
  },
)

it('a crash in the middle of an erasure leaves it to be done again', async () => {
  const first = await SessionStack.open(TO + DAY)
  await first.store(events)
  await first.keeper.finish()
  const erased = events[0]?.session ?? ''
  const hash = (await first.hashesOf([erased])).get(erased) ?? ''
  await first.clickhouse.migrator.command({
    query: `ALTER TABLE analytics.page_views DELETE WHERE session_id = '${erased}' SETTINGS mutations_sync = 2`,
  })
  const others = events.filter(({ session, kind }) => session !== erased || kind !== 'views')
  const directory = await first.close()
  await dieAt('erasure.after-sessions', directory, TO + DAY, 'erase', hash)
  const stack = await SessionStack.of(directory, TO + DAY)
  await stack.keeper.erase([hash])
  expect(await stack.count('sessions', `session_hash = ${hash}`)).toBe(0)
  await stack.expectSessionsOf(others.filter(({ session }) => session !== erased))
  await rm(await stack.close(), { recursive: true })
})
