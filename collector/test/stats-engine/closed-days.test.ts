import { afterEach, expect, it } from 'vitest'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { z } from 'zod'
import { closeDays } from '../../src/closed-days/close-days.ts'
import { compareDays } from '../../src/closed-days/compare-days.ts'
import { markDays } from '../../src/closed-days/mark-days.ts'
import { runQueryForOne } from '../../src/clickhouse/query.ts'
import { rebuildHours } from '../../src/clickhouse/rollups.ts'
import { EngineStack, iso } from './engine-stack.ts'
import { type Happening, makeHappenings, type View } from './happenings.ts'
import { storeHappenings } from './store-happenings.ts'

const DAY_MS = 86_400_000
const TODAY = Date.now() - (Date.now() % DAY_MS)
const FROM = TODAY - 6 * DAY_MS
const TO = TODAY + DAY_MS

let stack: EngineStack
let happenings: Happening[]

afterEach(() => stack[Symbol.asyncDispose]())

async function open(): Promise<void> {
  happenings = makeHappenings({ seed: 5, from: FROM, to: TODAY, sessions: 150 })
  stack = await EngineStack.open(happenings, { from: FROM, to: TO })
}

const close = () => closeDays(stack.clickhouse.migrator, { settleSeconds: 0 })

/** The figures are those of the events, and closed days told a part of them, or none did. */
async function expectRight(isFromClosed: boolean): Promise<void> {
  stack.statistics.forget()
  const answer = await stack.expectRight({ metrics: Metric.options, dimension: 'channel' })
  expect(answer.provenance.because.includes('added up')).toBe(isFromClosed)
  await stack.expectRight({ metrics: ['page_views', 'sessions'], dimension: 'page' })
  await stack.expectRight({ metrics: Metric.options, interval: 'day', range: { tz: 'Europe/London' } })
}

/** A view on a day, of a visit that was there on that day already. */
function anotherView(day: number): View {
  const known = happenings.find(
    (one): one is View => one.kind === 'views' && Math.floor(one.at / DAY_MS) === day / DAY_MS && !one.bot,
  )
  if (!known) throw new Error('nobody looked at anything on that day')
  return { ...known, id: crypto.randomUUID(), at: known.at + 1, path: '/stories' }
}

async function store(happening: Happening): Promise<void> {
  happenings.push(happening)
  await storeHappenings(stack.clickhouse.writer, [happening])
}

function rowsOf(table: string): Promise<{ rows: number; versions: number }> {
  return runQueryForOne(stack.clickhouse.reader, {
    name: 'rows of closed days',
    sql: `SELECT count() AS rows, uniqExact(version) AS versions FROM analytics.${table}`,
    row: z.object({ rows: z.coerce.number(), versions: z.coerce.number() }),
  })
}

it('closes what is over, each day once, and the figures stay what they are', async () => {
  await open()
  await expectRight(false)
  // The day before the first, and all but yesterday and today.
  expect(await close()).toBe(6)
  expect(await close()).toBe(0)
  await expectRight(true)
})

it('believes no sums to which something came late, until they are made anew', async () => {
  await open()
  await close()
  await store(anotherView(FROM + DAY_MS))
  await expectRight(true)
  await store(anotherView(FROM + 3 * DAY_MS))
  await expectRight(false)
  // Of each of the two days, the day itself and the one before.
  expect(await close()).toBe(4)
  await expectRight(true)
})

it('finds the sums of a visit that goes on days later', async () => {
  await open()
  await close()
  await store({ ...anotherView(FROM + 2 * DAY_MS), at: TODAY - 1_000 })
  await expectRight(true)
  expect(await close()).toBeGreaterThan(0)
  await expectRight(true)
})

it('makes sums anew after something else than new events changed the rows', async () => {
  await open()
  await close()
  await stack.clickhouse.migrator.command({
    query: `ALTER TABLE analytics.visits_1h UPDATE views = views + 1 WHERE toDate(hour) = toDate({at: String})
      SETTINGS mutations_sync = 2`,
    query_params: { at: iso(FROM + 2 * DAY_MS).slice(0, 10) },
  })
  const hours = Array.from({ length: 24 }, (_, hour) => (FROM + 2 * DAY_MS) / 1_000 + hour * 3_600)
  await rebuildHours(stack.clickhouse.migrator, hours)
  expect(await close()).toBe(2)
  await expectRight(true)
})

it.each(['closed_sums', 'closed_visits_1h'])(
  'is found out where %s is wrong, and made right again',
  async (table) => {
    await open()
    await close()
    const { migrator } = stack.clickhouse
    expect(await compareDays(migrator)).toEqual({ days: 5, differing: [] })
    await migrator.command({
      query: `ALTER TABLE analytics.${table} UPDATE clicks = clicks + 1
      WHERE day = toDate({at: String}) AND toDate(first_hour) IN (day, toDate(0)) SETTINGS mutations_sync = 2`,
      query_params: { at: iso(FROM + 2 * DAY_MS).slice(0, 10) },
    })
    const { differing } = await compareDays(migrator)
    expect(differing).toContain((FROM + 2 * DAY_MS) / 1_000)
    await markDays(migrator, differing)
    await close()
    expect((await compareDays(migrator)).differing).toEqual([])
  },
)

it('takes what nobody named for nothing, and clears it away', async () => {
  await open()
  await close()
  const before = { sums: await rowsOf('closed_sums'), rows: await rowsOf('closed_visits_1h') }
  for (const table of ['closed_sums', 'closed_visits_1h'])
    await stack.clickhouse.migrator.command({
      query: `INSERT INTO analytics.${table} SELECT * REPLACE (1 AS version) FROM analytics.${table}`,
    })
  await expectRight(true)
  expect(await close()).toBe(0)
  expect({ sums: await rowsOf('closed_sums'), rows: await rowsOf('closed_visits_1h') }).toEqual(before)
})
