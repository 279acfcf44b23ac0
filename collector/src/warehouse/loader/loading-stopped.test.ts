import { describe, expect, it } from 'vitest'
import { eventId } from '../../spool/testing/rows.ts'
import { engineError } from './testing/fake-database.ts'
import { TestLoader } from './testing/test-loader.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('a loader whose database refuses row after row for one reason', () => {
  it('sets the rest of a batch aside as one file and loads nothing more, in the next process neither', async () => {
    await using test = await TestLoader.open()
    const { database, deadLetters } = test
    database.before = () => {
      throw engineError('117', 'Unknown field')
    }
    await test.load(...upTo(20_000))
    expect(database.inserts.length).toBeLessThan(150)
    expect(deadLetters.count).toBe(20_000)
    expect(await deadLetters.list()).toHaveLength(33)
    expect(test.lines.filter((line) => line.includes('loading has stopped'))).toHaveLength(1)

    await test.append(20_001)
    await test.spool.flush()
    await test.reopen()
    const before = database.inserts.length
    test.loader.start()
    await test.append(20_002)
    await test.spool.flush()
    expect(test.loader.isStopped).toBe(true)
    expect(database.inserts).toHaveLength(before)

    database.before = () => {}
    await test.loader.resume()
    await test.allCommitted()
    expect(test.takenEvents()).toEqual([20_001, 20_002].map(eventId))
  })

  it('stops too where each batch has but a few rows', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    database.before = () => {
      throw engineError('117', 'Unknown field')
    }
    test.loader.start()
    let n = 0
    while (!test.loader.isStopped) {
      await test.append(n++)
      await test.spool.flush()
      await expect.poll(() => test.loader.isStopped || test.spool.pendingRows === 0).toBe(true)
    }
    expect(n).toBe(32)
  })

  it('goes on while other rows go in between: single rows that are refused stop nothing', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    let isBad = false
    database.before = () => {
      if (isBad) throw engineError('27', 'Cannot parse')
    }
    test.loader.start()
    for (let n = 0; n < 80; n++) {
      isBad = n % 2 === 0
      await test.append(n)
      await test.spool.flush()
      await test.allCommitted()
    }
    expect(test.loader.isStopped).toBe(false)
    expect(test.deadLetters.count).toBe(40)
  })

  it('does not hold up the shutdown while it is stopped', async () => {
    await using test = await TestLoader.open()
    const part = { id: '11111111-1111-4111-8111-111111111111', rows: Buffer.from('{}\n'), count: 1 }
    await test.deadLetters.add('page_views', part, { code: '117', error: 'Unknown field' }, true)
    await test.append(1)
    test.loader.start()
    await test.spool.close()
    await test.loader.drain(60_000)
    expect(test.spool.pendingRows).toBe(1)
  })
})
