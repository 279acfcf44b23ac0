import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { ClickHouseConfig } from '../../src/config/config.ts'
import { childEnv } from '../faults/harness/collector-process.ts'
import { ClickHouseServer } from '../faults/harness/clickhouse-server.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { type AnyEvent, randomEvents } from '../stats-engine/random-events.ts'
import { SessionStack } from './session-stack.ts'

const FROM = Date.UTC(2026, 9, 22)
const TO = FROM + 3 * DAY_MS
const PROGRAM = fileURLToPath(new URL('build-until-killed.ts', import.meta.url))

let clickhouse: ClickHouseConfig

beforeEach(async () => {
  clickhouse = { kind: 'server', url: (await ClickHouseServer.lend()).url }
})

/** Has another process work on the data until it dies at the failpoint. */
async function dieAt(failpoint: string, now: number, ...task: string[]): Promise<void> {
  const program = spawn(process.execPath, [PROGRAM, JSON.stringify(clickhouse), String(now), ...task], {
    env: { ...childEnv(), FAILPOINT: failpoint },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  expect(await once(program, 'exit'), failpoint).toEqual([null, 'SIGKILL'])
}

const events = randomEvents({ seed: 8, from: FROM, to: TO, sessions: 80 })
const late = events.filter((_, i) => i % 9 === 0)
const inTime = events.filter((_, i) => i % 9 !== 0)

/** The stored sessions are correct, and interrupted work is resumed. */
async function expectSound(stack: SessionStack, all: readonly AnyEvent[]): Promise<void> {
  await stack.expectSessionsOf(all)
  await stack.builder.rebuildLate()
  await stack.builder.finish()
  await stack.expectSessionsOf(all)
  for (const { name, left, right } of await stack.builder.compare()) expect(left, name).toBe(right)
}

it.each(['sessions.after-part', 'sessions.written', 'sessions.done'])(
  'a crash at %s omits and duplicates no session',
  async (failpoint) => {
    const first = await SessionStack.on(clickhouse, TO + DAY_MS)
    await first.store(events)
    await first[Symbol.asyncDispose]()
    await dieAt(failpoint, TO + DAY_MS, 'finish')
    await using stack = await SessionStack.on(clickhouse, TO + DAY_MS)
    await expectSound(stack, events)
  },
)

it.each(['late-sessions.after-part', 'late-sessions.done', 'late-sessions.after-removal'])(
  'nor does a crash at %s while sessions with late events are rebuilt',
  async (failpoint) => {
    const first = await SessionStack.on(clickhouse, TO + DAY_MS)
    await first.store(inTime)
    await first.builder.finish()
    await first.store(late, TO + DAY_MS)
    await first[Symbol.asyncDispose]()
    await dieAt(failpoint, TO + DAY_MS, 'rebuild-late')
    await using stack = await SessionStack.on(clickhouse, TO + DAY_MS)
    await expectSound(stack, events)
    expect(await stack.count('late_sessions')).toBe(0)
  },
)

it.each(['sessions.after-part', 'sessions.rebuilt', 'sessions.exchanged'])(
  'nor does a crash at %s while all sessions are rebuilt',
  async (failpoint) => {
    const first = await SessionStack.on(clickhouse, TO - DAY_MS)
    await first.store(events)
    await first.builder.finish()
    await first[Symbol.asyncDispose]()
    await dieAt(failpoint, TO - DAY_MS, 'rebuild')
    await using stack = await SessionStack.on(clickhouse, TO - DAY_MS)
    await expectSound(stack, events)
    await stack.builder.rebuild()
    await expectSound(stack, events)
  },
)

it('an erasure interrupted by a crash can be repeated', async () => {
  // On the embedded engine, which dies too.
  clickhouse = { kind: 'embedded', path: join(temporaryDirectory(), 'clickhouse') }
  const first = await SessionStack.on(clickhouse, TO + DAY_MS)
  await first.store(events)
  await first.builder.finish()
  const erased = events[0]?.session ?? ''
  const hash = (await first.hashesOf([erased])).get(erased) ?? ''
  await first.clickhouse.migrator.command({
    query: `ALTER TABLE analytics.page_views DELETE WHERE session_id = '${erased}' SETTINGS mutations_sync = 2`,
  })
  const others = events.filter(({ session, kind }) => session !== erased || kind !== 'views')
  await first[Symbol.asyncDispose]()
  await dieAt('erasure.after-sessions', TO + DAY_MS, 'erase', hash)
  await using stack = await SessionStack.on(clickhouse, TO + DAY_MS)
  await stack.builder.erase([hash])
  expect(await stack.count('sessions', `session_hash = ${hash}`)).toBe(0)
  await stack.expectSessionsOf(others.filter(({ session }) => session !== erased))
})
