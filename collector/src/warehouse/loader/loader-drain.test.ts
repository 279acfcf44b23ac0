import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventId } from '../../spool/testing/rows.ts'
import { engineError } from './testing/fake-database.ts'
import { TestLoader } from './testing/test-loader.ts'

describe('drain', () => {
  it('inserts what was acknowledged before shutdown, sealed or not', async () => {
    await using test = await TestLoader.open()
    await test.append(1)
    const release = await test.holdInserts()
    await test.append(2)
    // The loader comes back for more while the last batch's seal is still on its way to the disk.
    const seal = test.files.hold('datasync')
    const closed = test.spool.close()
    await seal.reached
    release()
    await expect.poll(() => test.spool.cursor.stored).toMatchObject({ page_views: 1 })
    await sleep(10)
    seal.release()
    await closed
    await test.loader.drain(60_000)
    expect(test.spool.pendingRows).toBe(0)
    expect(test.takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('gives up on a database that refuses for good', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    database.before = () => {
      throw engineError('ECONNREFUSED')
    }
    await test.append(1, 2)
    test.loader.start()
    await test.spool.close()
    await test.loader.drain(300)
    expect(test.spool.pendingRows).toBe(2)
  })

  it('commits nothing when a response comes after it has given up', async () => {
    await using test = await TestLoader.open()
    await test.append(1)
    const release = await test.holdInserts()
    await test.spool.close()
    const drained = test.loader.drain(20)
    await sleep(60)
    release()
    await drained
    expect(test.spool.pendingRows).toBe(1)
    expect(test.spool.cursor.stored).toEqual({})
    // The next process looks it up first, and finds it.
    await test.reopen()
    test.loader.start()
    await test.allCommitted()
    expect(test.takenEvents()).toEqual([eventId(1)])
  })

  it('ends while the disk is unavailable, leaving the batch to the next process', async () => {
    await using test = await TestLoader.open()
    test.files.fail({ operation: 'replace', code: 'EIO', times: 100 })
    await test.append(1)
    test.loader.start()
    // It says so again at each attempt.
    await expect.poll(() => test.lines).not.toEqual([])
    await test.spool.close()
    await test.loader.drain(50)
    expect(test.spool.pendingRows).toBe(1)
  })
})
