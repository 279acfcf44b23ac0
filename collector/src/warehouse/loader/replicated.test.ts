import { describe, expect, it } from 'vitest'
import { TestLoader } from './testing/test-loader.ts'

describe('a loader whose tables are replicated', () => {
  it('keeps to the token of a batch, whatever a count says and whichever process it is', async () => {
    await using test = await TestLoader.open({ replicated: true })
    const { database } = test
    await test.append(1, 2, 3)
    // It was inserted, and the response is lost; the replica that counts does not have it yet.
    database.after = () => {
      throw new Error('connection reset')
    }
    test.loader.start()
    await expect.poll(() => database.inserts.length).toBeGreaterThan(0)
    await test.spool.close()
    await test.loader.drain(100)

    const first = database.inserts.length
    database.startedAt += 60
    database.after = () => {}
    await test.reopen({ replicated: true })
    test.loader.start()
    await test.allCommitted()
    expect(database.inserts.length).toBeGreaterThan(first)
    expect(new Set(database.tokens).size).toBe(1)
    expect(database.taken).toHaveLength(1)
  })
})
