import type { ClickHouseClient } from '@clickhouse/client'
import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engagement, View } from '../stats-engine/random-events.ts'
import { SessionStack } from './session-stack.ts'

const FROM = Date.UTC(2026, 9, 1)
const SOMEBODY = { bot: false, country: 'GB', device: 'desktop', browser: 'Chrome', os: 'Windows' }

/** What a stranger may send: each of these took more than the 768 MiB that a server's accounts have. */
describe('sessions of tabs with thousands of events', () => {
  let stack: SessionStack
  beforeAll(async () => {
    stack = await SessionStack.open(FROM)
  })
  afterAll(() => stack[Symbol.asyncDispose]())
  beforeEach(() => stack.empty())

  it.each([
    [
      'of thousands of pages, each read twice',
      range(6_001).map((n) => reading('pages', n * 100, `/x${n % 3_000}`)),
    ],
    [
      'of hundreds of sessions with thousands of views',
      range(6_000).map((n) => view('pieces', (n % 300) * 31 * MINUTE_MS + n, `/x${n}`)),
    ],
    [
      'of one session with thousands of views',
      range(15_000).map((n) => view('views', n * 1_000, `/x${n % 100}`)),
    ],
  ])('fit into little memory: a tab %s', async (_, events) => {
    await stack.store(events)
    stack.now = FROM + 1_000 * HOUR_MS
    const { client } = limited(stack.clickhouse.migrator, 250)
    await stack.anotherBuilder('this-collector', client).finish()
    expect(await stack.count('sessions')).toBeGreaterThan(0)
    await stack.expectSessionsOf(events)
  })

  it('are built in as many parts as fit into memory', async () => {
    const events = range(3_000).map((n) => view(`tab${n % 100}`, n, `/${n}${'x'.repeat(2_000)}`))
    await stack.store(events)
    stack.now = FROM + 1_000 * HOUR_MS
    const { client, statements } = limited(stack.clickhouse.migrator, 45)
    await stack.anotherBuilder('this-collector', client).finish()
    expect(
      statements.filter((sql) => sql.includes('INSERT INTO analytics.sessions ')).length,
    ).toBeGreaterThan(4)
    await stack.expectSessionsOf(events)
    expect(await stack.count('sessions')).toBe(100)
  })

  it('keep their sessions in a rebuild: a tab that sends as many events a day as it may, for twelve days', async () => {
    const days = 12
    const events = range(days * 2_200).map((n) => view('reloads', n * 39_000, `/x${n % 100}`))
    await stack.store(events)
    stack.now = FROM + (days + 2) * DAY_MS
    await stack.builder.finish()
    await stack.builder.rebuild()
    await stack.expectSessionsOf(events)
    const findings = await stack.builder.compare()
    expect(findings.filter(({ left, right }) => left !== right)).toEqual([])
    expect(findings[0]?.right).toBeGreaterThan(days - 2)
  })

  it('keep them when an event of another tab comes from long before', async () => {
    const days = 12
    const events = range(days * 2_200).map((n) => view('reloads', 10 * DAY_MS + n * 39_000, `/x${n % 100}`))
    const others = [view('another', 0, '/a'), view('another', 15 * DAY_MS, '/b')]
    await stack.store([...events, ...others])
    stack.now = FROM + 22 * DAY_MS
    await stack.builder.finish()
    const [last] = events.slice(-1)
    const late = [view('another', 1, '/late'), view('reloads', (last?.at ?? 0) - FROM - HOUR_MS, '/late')]
    const all = [...events, ...others, ...late]
    await stack.store(late, stack.now)
    await stack.expectSessionsOf(all)
    expect(await stack.builder.rebuildLate()).toBe(2)
    await stack.expectSessionsOf(all)
  })
})

/** A client whose statements may use some memory, and no more. */
function limited(client: ClickHouseClient, megabytes: number) {
  const statements: string[] = []
  const command: ClickHouseClient['command'] = (params) => {
    statements.push(params.query)
    const settings = { ...params.clickhouse_settings, max_memory_usage: `${megabytes * 1_000_000}` }
    return client.command({ ...params, clickhouse_settings: settings })
  }
  const proxy = new Proxy(client, {
    get: (target, name) => (name === 'command' ? command : Reflect.get(target, name).bind(target)),
  })
  return { client: proxy, statements }
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}

function reading(session: string, after: number, path: string): Engagement {
  return {
    ...SOMEBODY,
    kind: 'engagement',
    id: randomUUID(),
    session,
    at: FROM + after,
    path,
    activeMs: 1_000,
    depth: 5,
  }
}

function view(session: string, after: number, path: string): View {
  const utm = { source: '', medium: '', campaign: '', term: '', content: '' }
  const origin = { channel: 'direct', source: '', referrer: '', utm, language: 'en-GB', screen: '' }
  return { ...SOMEBODY, ...origin, kind: 'views', id: randomUUID(), session, at: FROM + after, path }
}
