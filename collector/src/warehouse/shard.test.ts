import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { byShard, shardOf, shardsOf } from './shard.ts'

describe('the shard of a session', () => {
  it('is the same for every collector, in this version and the next', () => {
    expect(shardOf('session_1763632800000_reader', 5)).toBe(2)
    expect(shardOf('session_1763632800000_reader', 1)).toBe(0)
  })

  it('may have been another one while there were fewer; the first was every session’s', () => {
    const session = 'session_1763632800000_reader'
    expect([1, 2, 3, 4, 5].map((count) => shardOf(session, count))).toEqual([0, 1, 1, 1, 2])
    expect(shardsOf(session, 1)).toEqual(new Set([0]))
    expect(shardsOf(session, 3)).toEqual(new Set([0, 1]))
    expect(shardsOf(session, 5)).toEqual(new Set([0, 1, 2]))
  })

  it('is each of them about equally often, and divides what belongs to sessions', () => {
    const sessions = Array.from({ length: 4_000 }, () => `session_1763632800000_${randomUUID()}`)
    const parts = byShard(sessions, 4, (session) => session)
    expect(parts.flat().toSorted()).toEqual(sessions.toSorted())
    for (const [i, part] of parts.entries()) {
      expect(Math.abs(part.length - 1_000)).toBeLessThan(200)
      for (const session of part) expect(shardOf(session, 4)).toBe(i)
    }
  })
})
