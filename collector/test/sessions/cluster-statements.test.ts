import { query } from 'chdb'
import { expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { deduplicate } from '../../src/reconciliation/deduplicate.ts'
import { removeSessions } from '../../src/reconciliation/erasure/remove-sessions.ts'
import { removeExpiredMonths } from '../../src/reconciliation/retention.ts'
import { statementFor } from '../../src/warehouse/clickhouse/cluster/statements.ts'
import { removeBatch } from '../../src/warehouse/loader/batch-rows.ts'
import { randomEvents } from '../stats-engine/random-events.ts'
import { SessionStack } from './session-stack.ts'

const DAY = 24 * 3_600_000
const FROM = Date.UTC(2026, 9, 22)

it('every statement that changes tables has a form for a cluster', async () => {
  await using stack = await SessionStack.open(FROM + 5 * DAY)
  const client = stack.clickhouse.migrator
  const command = client.command.bind(client)
  const statements: string[] = []
  client.command = (params) => {
    statements.push(params.query)
    return command(params)
  }
  onTestFinished(() => {
    client.command = command
  })

  // What the keeper of sessions, erasure, retention and repair do to the tables.
  const events = randomEvents({ seed: 1, from: FROM, to: FROM + 3 * DAY, sessions: 30 })
  await stack.store(events)
  await stack.keeper.finish()
  const late = await stack.store(
    randomEvents({ seed: 2, from: FROM, to: FROM + DAY, sessions: 5 }),
    stack.now,
  )
  expect(await stack.keeper.rebuildLate()).toBeGreaterThan(0)
  await stack.view()
  await stack.keeper.rebuild()
  const erased = [events[0]?.session ?? '']
  const eraseSessions = (hashes: readonly string[]) => stack.keeper.erase(hashes)
  await removeSessions({ client, onFound: async () => {}, eraseSessions }, erased)
  await removeBatch(client, 'page_views', late)
  await deduplicate({ client, loadedThrough: stack.now, log: createLogger('silent') })
  await stack.keeper.runs.removeOld(stack.now)
  await removeExpiredMonths(client, 1, createLogger('silent'), new Date(FROM + 90 * DAY))
  await stack.keeper.expire(FROM + 60 * DAY)

  const kinds = new Set(statements.map((sql) => sql.trim().split(/\s+/, 2).join(' ')))
  expect([...kinds].toSorted()).toEqual([
    'ALTER TABLE',
    'DELETE FROM',
    'EXCHANGE TABLES',
    'INSERT INTO',
    'TRUNCATE TABLE',
  ])
  const said = statements.map((sql) => statementFor('half_measure', sql)).filter(({ to }) => to === 'all')
  for (const { sql } of said) expect(parsed(sql)).toMatch(/\w/)
})

function parsed(sql: string): string {
  return query(`EXPLAIN AST ${sql.replaceAll(/\{\w+: \w+\}/g, "'x'")}`, 'TabSeparated')
}
