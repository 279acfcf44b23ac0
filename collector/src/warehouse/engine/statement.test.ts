import { describe, expect, it } from 'vitest'
import {
  isRead,
  leavesNothing,
  namesMissingParams,
  preparationFor,
  readJsonInsert,
  readStatement,
} from './statement.ts'

const read = (search: Record<string, string>, body = '') =>
  readStatement(new URLSearchParams(search), Buffer.from(body))

describe('a request', () => {
  it('has its statement in the body, and what belongs to it in the address', () => {
    expect(
      read(
        { database: 'analytics', param_id: 'a', max_threads: '1', query_id: 'q', default_format: 'CSV' },
        'SELECT 1',
      ),
    ).toEqual({
      sql: 'SELECT 1',
      format: 'CSV',
      params: new Map([['id', 'a']]),
      settings: new Map([['max_threads', '1']]),
      database: 'analytics',
      streams: true,
    })
  })

  it('has its statement in the address where the body holds rows', () => {
    expect(read({ query: 'INSERT INTO t FORMAT CSV' }, '1\n')).toMatchObject({
      sql: 'INSERT INTO t FORMAT CSV',
      rows: Buffer.from('1\n'),
      streams: false,
    })
  })

  it.each([
    ['no statement', {}, ' '],
    ['a setting that is no name', { 'a = 1, b': '1' }, 'SELECT 1'],
    ['a parameter that is no name', { "param_a' = 1": '1' }, 'SELECT 1'],
  ])('is refused with %s', (_, search, body) => {
    expect(() => read(search as Record<string, string>, body)).toThrow(
      expect.objectContaining({ code: '36' }),
    )
  })
})

describe('the preparation of a session', () => {
  it('is nothing for a statement by itself', () => {
    expect(preparationFor(read({}, 'SELECT 1'))).toBe('')
  })

  it('gives settings and parameters as texts that end where they end', () => {
    const search = { database: 'a`b', max_threads: "1' OR", param_p: String.raw`it's \N` }
    expect(preparationFor(read(search, 'SELECT 1'))).toBe(
      'USE `a\\`b`; ' + String.raw`SET max_threads = '1\' OR', param_p = 'it\'s \\N'`,
    )
  })
})

describe('the result of a statement', () => {
  it.each([
    ['SELECT 1 FORMAT JSONEachRow', true],
    ['WITH 1 AS a SELECT a FORMAT Native', true],
    ['SELECT 1', true],
    // Its chunks would be documents of their own.
    ['SELECT 1 FORMAT JSON', false],
    ['SELECT 1 FORMAT JSON SETTINGS max_threads = 1', false],
    ['SELECT 1 FORMAT CSVWithNames', false],
    ['INSERT INTO a SELECT 1', false],
    ['OPTIMIZE TABLE a', false],
    ['SHOW TABLES', false],
  ])('comes in chunks where they can stand one after the other: %s', (sql, expected) => {
    expect(read({}, sql).streams).toBe(expected)
  })

  it('comes at once where the client says so', () => {
    expect(read({ wait_end_of_query: '1' }, 'SELECT 1').streams).toBe(false)
  })
})

describe('a session', () => {
  it.each([
    ['SELECT 1', {}, true],
    ['SELECT 1;', {}, true],
    ['INSERT INTO a SELECT 1', {}, true],
    ['ALTER TABLE a DELETE WHERE 1 SETTINGS mutations_sync = 2', {}, true],
    ['CREATE TABLE a (b UInt8) ENGINE = Memory', {}, true],
    ['SELECT {a:UInt8}', { param_a: '1' }, true],
    ['CREATE TEMPORARY TABLE a (b UInt8)', {}, false],
    ['SET max_threads = 1', {}, false],
    ['USE analytics', {}, false],
    ['SELECT 1; SET max_threads = 1', {}, false],
    ['SELECT 1', { max_threads: '1' }, false],
    ['SELECT 1', { database: 'a' }, false],
  ])('is used again after what leaves nothing in it: %s %j', (sql, search, expected) => {
    expect(leavesNothing(read(search as Record<string, string>, sql))).toBe(expected)
  })

  it.each([
    ['SELECT {a:UInt8}', { param_a: '1' }, false],
    ['SELECT 1', {}, false],
    ["SELECT map('a', 1), '{\"a\": 1}'", {}, false],
    ['SELECT {a:UInt8} + { b : UInt8}', { param_a: '1' }, true],
  ])('is a new one for what names a parameter without giving it: %s %j', (sql, search, expected) => {
    expect(namesMissingParams(read(search as Record<string, string>, sql))).toBe(expected)
  })
})

describe('a statement that may be cancelled', () => {
  it.each([
    ['SELECT 1', true],
    ['\n  (select 1)', true],
    ['WITH 1 AS a SELECT a', true],
    ['EXPLAIN SELECT 1', true],
    ['INSERT INTO a SELECT 1', false],
    ['SELECTED', false],
  ])('reads and changes nothing: %s', (sql, expected) => {
    expect(isRead(sql)).toBe(expected)
  })
})

describe('an insert of rows as JSON', () => {
  it('is taken apart', () => {
    expect(
      readJsonInsert(
        String.raw`INSERT INTO analytics.page_views (a, b) SETTINGS insert_deduplication_token = 'it\'s \\', async_insert = 0 FORMAT JSONCompactEachRow`,
      ),
    ).toEqual({
      table: 'analytics.page_views',
      columns: ['a', 'b'],
      format: 'JSONCompactEachRow',
      settings: { insert_deduplication_token: String.raw`it's \ `.trim(), async_insert: 0 },
    })
    expect(readJsonInsert('insert into t\nformat JSONEachRow\n')).toEqual({
      table: 't',
      format: 'JSONEachRow',
      settings: {},
    })
  })

  it.each([
    'INSERT INTO t FORMAT CSV',
    'INSERT INTO t SELECT 1',
    'INSERT INTO `t` FORMAT JSONEachRow',
    'INSERT INTO t SETTINGS a = 1 b = 2 FORMAT JSONEachRow',
    String.raw`INSERT INTO t SETTINGS a = 'x\ny' FORMAT JSONEachRow`,
    'INSERT INTO t VALUES (1)',
  ])('is left as it is where it is another: %s', (sql) => {
    expect(readJsonInsert(sql)).toBeUndefined()
  })
})
