import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addressOf, shardOfInsert } from './shards.ts'

const insert = (token: string) =>
  `INSERT INTO analytics.page_views SETTINGS insert_deduplication_token = '${token}' FORMAT JSONEachRow`

describe('the shard of a batch', () => {
  it('is the same for every attempt, every table and every generation of its token', () => {
    const id = randomUUID()
    const tokens = [`${id}:page_views`, `${id}:click_events`, `${id}:page_views:3`, `retry:${id}:page_views`]
    expect(new Set(tokens.map((token) => shardOfInsert(insert(token), 16))).size).toBe(1)
  })

  it('is each of them about equally often', () => {
    const counts = [0, 0, 0, 0]
    for (let i = 0; i < 4_000; i++) {
      const shard = shardOfInsert(insert(`${randomUUID()}:page_views`), 4)
      counts[shard] = (counts[shard] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })

  it('is none for an insert without the id of a batch', () => {
    expect(() => shardOfInsert('INSERT INTO analytics.page_views FORMAT JSONEachRow', 2)).toThrow(/token/)
    expect(() => shardOfInsert(insert('x'), 2)).toThrow(/token/)
  })
})

describe('the address of a replica', () => {
  it('is that of the entry, with the account and the port', () => {
    expect(addressOf('http://writer:secret@clickhouse-1-1:8123', 'clickhouse-2-1')).toBe(
      'http://writer:secret@clickhouse-2-1:8123/',
    )
  })
})
