import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { rebuildDays } from '../../src/reconciliation/rollup-days.ts'
import { ROLLUPS } from '../../src/warehouse/clickhouse/rollup-comparisons.ts'
import { insertEvents } from '../../src/warehouse/loader/batch-rows.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { TestLog } from './harness/event-log.ts'
import { expectReconciled } from './harness/oracle.ts'
import { anImport } from './harness/raw-rows.ts'
import { NO_DIFFERENCES, rollupDifferences } from './harness/rollup-differences.ts'
import { aVisit } from './harness/visit.ts'
import { work } from './harness/work-until-killed-process.ts'

let dataDir: string
let log: TestLog

beforeEach(async () => {
  dataDir = join(temporaryDirectory(), 'data')
  log = await TestLog.open(dataDir)
  for (let i = 0; i < 3; i++) await log.deliver(aVisit(`session_1763632800000_reader${i}`))
  await log.idle()
})

const run = (query: string) => log.clickhouse.migrator.command({ query })

async function findings(): Promise<string[]> {
  const { findings } = await log.reconciliation.reconcile()
  return findings.filter(({ left, right }) => left !== right).map(({ name }) => name)
}

async function expectRepaired(): Promise<void> {
  expect(log.reconciliation.staleDays).toEqual([])
  expectReconciled(await log.reconciliation.reconcile())
  expect(await rollupDifferences(log.clickhouse.reader)).toEqual(NO_DIFFERENCES)
}

const PAGES = 'page_views_1h: every hour and page'
const VISITS = 'visits_1h: every visit and hour'

/** The first view of a visit, with one part of it said otherwise. */
function replacing(part: string): string {
  const parts =
    `at id page channel source referrer utm_source utm_medium utm_campaign utm_term utm_content country
    language device browser os screen`.split(/\s+/)
  return `(${parts.map((name) => (name === part ? `'elsewhere'` : `first.${name}`)).join(', ')})`
}

/** What may be wrong with rollups, and what the reconciliation has to say of it. */
const WRONGS: readonly { what: string; plant: readonly string[]; finds: readonly string[] }[] = [
  {
    what: 'an hour that a rollup lacks',
    plant: [
      'ALTER TABLE analytics.page_views_1h DELETE WHERE hour = (SELECT max(hour) FROM analytics.page_views_1h) SETTINGS mutations_sync = 2',
    ],
    finds: ['page_views_1h: views = page views', PAGES],
  },
  {
    what: 'views that a rollup has under another page',
    plant: [
      `INSERT INTO analytics.page_views_1h (hour, page_path, is_bot, views)
        SELECT hour, page_path, is_bot, if(page_path = '/', -1, 1) FROM
        (SELECT DISTINCT hour, page_path, is_bot FROM analytics.page_views_1h ORDER BY hour DESC LIMIT 2)`,
    ],
    finds: [PAGES],
  },
  {
    what: 'readers of a page that were not there',
    plant: [
      `INSERT INTO analytics.page_views_1h SELECT hour, page_path, is_bot, 0, uniqCombined64State('session_1_nobody')
        FROM analytics.page_views_1h GROUP BY hour, page_path, is_bot LIMIT 1`,
    ],
    finds: [PAGES],
  },
  {
    what: 'reading time and conversions of nobody',
    plant: [
      `INSERT INTO analytics.visits_1h (hour, visit, active_ms, conversions) VALUES (toStartOfHour(now()), 7, 5, 1)`,
    ],
    finds: [
      'visits_1h: conversions = conversion events',
      'visits_1h: active milliseconds = engagement',
      VISITS,
    ],
  },
  {
    what: 'visits that were counted twice',
    plant: ['INSERT INTO analytics.visits_1h SELECT * FROM analytics.visits_1h'],
    finds: [
      'visits_1h: views = page views',
      'visits_1h: clicks = click events',
      'visits_1h: conversions = conversion events',
      'visits_1h: active milliseconds = engagement',
      VISITS,
    ],
  },
  {
    what: 'a visit in an hour in which it was not here',
    plant: [
      `INSERT INTO analytics.visits_1h (hour, visit, is_bot, started_at, ended_at, views)
        SELECT addHours(hour, 1), visit, is_bot, min(started_at), max(ended_at), 0
        FROM analytics.visits_1h GROUP BY hour, visit, is_bot LIMIT 1`,
    ],
    finds: [VISITS],
  },
  ...[
    ['that began, and did not', 'started_at = subtractHours(started_at, 1)'],
    ['that ended, and did not', 'ended_at = addHours(ended_at, 1)'],
    ['worth more than it was', 'revenue = revenue + 1'],
    ['that read further than it did', 'depths = map(toUInt64(1), toFloat32(5))'],
    ...['page', 'channel', 'source', 'referrer', 'utm_campaign', 'country', 'device', 'browser', 'os'].map(
      (what): [string, string] => [
        `of another ${what}`,
        `first = CAST(${replacing(what)}, toTypeName(first))`,
      ],
    ),
    ['that left from elsewhere', "last = CAST((last.at, last.id, '/elsewhere'), toTypeName(last))"],
  ].map(([what, change]) => ({
    what: `a visit ${what}`,
    plant: [`ALTER TABLE analytics.visits_1h UPDATE ${change} WHERE views > 0 SETTINGS mutations_sync = 2`],
    finds: [VISITS],
  })),
]

describe('the reconciliation of rollups', () => {
  it('finds whatever is wrong with any column, and a rebuild repairs it', async () => {
    for (const { what, plant, finds } of WRONGS) {
      for (const statement of plant) await run(statement)
      expect(await findings(), what).toEqual(finds)
      await log.reconciliation.rebuild(() => {})
      expect(await findings(), `after a rebuild: ${what}`).toEqual([])
    }
  })
})

describe('rebuild', () => {
  it.each([
    ['lost', ROLLUPS.map((rollup) => `TRUNCATE TABLE analytics.${rollup}`)],
    ['doubled', ROLLUPS.map((rollup) => `INSERT INTO analytics.${rollup} SELECT * FROM analytics.${rollup}`)],
    [
      'wrong on days that raw does not know',
      [
        `INSERT INTO analytics.visits_1h (hour, visit, views) VALUES ('2020-02-02 10:00:00', 7, 7)`,
        `INSERT INTO analytics.page_views_1h (hour, views) VALUES ('2020-02-02 10:00:00', 7)`,
      ],
    ],
  ])('rebuilds rollups that are %s, and says how far it is', async (_, statements) => {
    for (const statement of statements) await run(statement)
    expect((await findings()).length).toBeGreaterThan(0)
    const told: string[] = []
    const { days } = await log.reconciliation.rebuild((done, of) => told.push(`${done}/${of}`))
    expect(told.at(-1)).toBe(`${days}/${days}`)
    expectReconciled(await log.reconciliation.reconcile())
    expect(await rollupDifferences(log.clickhouse.reader)).toEqual(NO_DIFFERENCES)
  })

  it.each(['rollups.after-view', 'rollups.after-view:4', 'mend.after-days'])(
    'is finished by the next process where one was killed over it: %s',
    async (failpoint) => {
      await log.close()
      expect(await work(dataDir, failpoint, ['rebuild'])).toBe('killed')
      log = await TestLog.open(dataDir)
      await log.reconciliation.mender.idle()
      await expectRepaired()
    },
  )

  describe('while another collector inserts into the same hours', () => {
    const today = () => Math.floor(Date.now() / 86_400_000) * 86_400

    /** The migrator's client, which lets somebody else insert a view each time that a rollup's rows have gone. */
    function interrupted(times: number): ClickHouseClient {
      const { migrator, writer } = log.clickhouse
      let left = times
      return new Proxy(migrator, {
        get(target, key) {
          if (key !== 'command') return Reflect.get(target, key, target) as unknown
          return async (statement: Parameters<typeof migrator.command>[0]) => {
            const result = await target.command(statement)
            if (/ALTER TABLE analytics\.\w+ DELETE/.test(statement.query) && left-- > 0) {
              const [, [views]] = anImport(log.reconciliation.collectorId)
              if (views) await insertEvents(writer, views.table, views.bytes, randomUUID())
            }
            return result
          }
        },
      })
    }

    it('is repeated until it agrees with the raw rows', async () => {
      await rebuildDays(interrupted(2), [today()])
      expect(await rollupDifferences(log.clickhouse.reader)).toEqual(NO_DIFFERENCES)
    })

    it('gives up where it never comes to an end, and the night repairs what is left', async () => {
      await expect(rebuildDays(interrupted(Infinity), [today()])).rejects.toThrow(
        'another collector writes there',
      )
      expect(await findings()).toContain(PAGES)
      await log.reconciliation.nightly()
      expect(await rollupDifferences(log.clickhouse.reader)).toEqual(NO_DIFFERENCES)
      expect(log.lines).toContain('warn: rollups differed from the raw rows, and are rebuilt')
    })
  })
})
