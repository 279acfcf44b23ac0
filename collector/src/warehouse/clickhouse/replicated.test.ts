import { query } from 'chdb'
import { describe, expect, it } from 'vitest'
import { EVENT_TABLES } from '../../events/event-tables.ts'
import { readMigrations, replicated, replicatedDatabase } from './migrate.ts'
import { unionTable } from './union-tables.ts'

/** The engine's own parser: it throws on what no server would take. */
function parsed(sql: string): string {
  return query(`EXPLAIN AST ${sql}`, 'TabSeparated')
}

const statements = (await readMigrations()).flatMap((migration) => migration.statements)

describe('a migration of a replicated shard', () => {
  it.each(statements.map((sql) => [sql.slice(0, 60), sql]))('parses: %s', (_, sql) => {
    const said = replicated(sql)
    expect(parsed(said)).toMatch(/\w/)
    expect(said).not.toMatch(/ENGINE = (?!Replicated)\w*MergeTree/)
    expect(said).not.toContain('non_replicated')
  })

  it('keeps the kind, the order and the settings of a table, and forgets no token while the log may repeat it', () => {
    const made = statements.filter((sql) => sql.includes('ENGINE')).map(replicated)
    expect(made.length).toBeGreaterThanOrEqual(EVENT_TABLES.length)
    expect(made[0]).toContain('ENGINE = ReplicatedMergeTree\n')
    expect(made[0]).toContain('replicated_deduplication_window = 10000')
    expect(made[0]).toContain('replicated_deduplication_window_seconds = 604800')
    expect(made[0]).toContain('fsync_after_insert = 1')
    expect(made.some((sql) => sql.includes('ENGINE = ReplicatedAggregatingMergeTree'))).toBe(true)
  })

  it('leaves every other statement as it is', () => {
    const sql = "ALTER TABLE analytics.page_views DROP PARTITION ID '202601'"
    expect(replicated(sql)).toBe(sql)
  })
})

describe('what only a cluster has', () => {
  it.each([
    `CREATE DATABASE x ${replicatedDatabase('x')} COMMENT 'shard 1'`,
    unionTable('half_measure', 'sessions'),
  ])('parses: %s', (sql) => expect(parsed(sql)).toMatch(/\w/))
})
