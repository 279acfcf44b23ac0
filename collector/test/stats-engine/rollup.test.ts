import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareRollup } from '../../src/warehouse/clickhouse/compare-rollup.ts'
import { ALL_ROWS } from '../../src/warehouse/clickhouse/rollup-comparisons.ts'
import { rebuildHours } from '../../src/warehouse/clickhouse/rollups.ts'
import { EngineStack } from './engine-stack.ts'
import { makeHappenings } from './happenings.ts'

const FROM = Date.UTC(2026, 9, 14)
const TO = Date.UTC(2026, 9, 16)

let stack: EngineStack

beforeAll(async () => {
  const happenings = makeHappenings({ seed: 3, from: FROM, to: TO, sessions: 200 })
  stack = await EngineStack.open(happenings, { from: FROM, to: TO })
})

afterAll(() => stack[Symbol.asyncDispose]())

const compared = () => compareRollup(stack.clickhouse.migrator, 'visits_1h', '1', '1', ALL_ROWS)

it('says of every visit and hour what the raw rows say', async () => {
  const { hours, differing } = await compared()
  expect(hours).toBeGreaterThan(40)
  expect(differing).toEqual([])
})

it.each([
  'views = views + 1',
  'active_ms = active_ms + 1',
  'depths = map(toUInt64(1), toFloat32(5))',
  'revenue = 7',
])('is found out where %s, and made right again', async (change) => {
  await stack.clickhouse.migrator.command({
    query: `ALTER TABLE analytics.visits_1h UPDATE ${change} WHERE hour = (SELECT min(hour) FROM analytics.visits_1h)
        SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`,
  })
  const { differing: wrong } = await compared()
  expect(wrong).toHaveLength(1)
  await rebuildHours(stack.clickhouse.migrator, wrong)
  expect((await compared()).differing).toEqual([])
})
