import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventId } from '../../spool/testing/rows.ts'
import { TestLoader } from './testing/test-loader.ts'

describe('a loader after a process that died', () => {
  it.each([
    ['the same token while the engine lives, which may still be busy with it', 1_000, false, ''],
    ['a fresh one after the engine was restarted and had no row of it', 2_000, false, ':1'],
    ['a fresh one where the engine was that process, however soon it follows', 1_000, true, ':1'],
  ])('takes over with %s', async (_, startedAt, embedded, generation) => {
    await using test = await TestLoader.open()
    const { database } = test
    await test.append(1, 2)
    await test.holdInserts()
    const [first = ''] = database.tokens
    const busy = database.inserts.length

    database.before = () => {}
    database.startedAt = startedAt
    await test.reopen({ embedded })
    test.loader.start()
    await test.allCommitted()
    expect(database.tokens.slice(busy)).toEqual([`${first}${generation}`])
    // Sessions may have been finished in between.
    expect(database.marked).toEqual([`page_views ${first.split(':')[0]}`])
    expect(test.takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('doubles nothing when an insert of that process comes to its end after all', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    await test.append(1, 2)
    const release = await test.holdInserts()
    database.before = () => {}
    await test.reopen()
    test.loader.start()
    await test.allCommitted()
    release()
    await sleep(20)
    expect(test.takenEvents()).toEqual([1, 2].map(eventId))
  })
})
