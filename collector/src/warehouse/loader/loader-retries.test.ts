import type * as timers from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { eventId } from '../../spool/testing/rows.ts'
import { engineError } from './testing/fake-database.ts'
import { TestLoader } from './testing/test-loader.ts'

// The pauses between attempts, a hundredth as long.
vi.mock('node:timers/promises', async (load) => {
  const real = await load<typeof timers>()
  const setTimeout: typeof real.setTimeout = (ms = 0, ...rest) => real.setTimeout(ms / 100, ...rest)
  return { ...real, setTimeout }
})

describe('a loader that tries again', () => {
  it.each([
    ['before it is taken', 'before' as const],
    ['after it was taken', 'after' as const],
  ])('repeats an insert that failed %s with the same bytes and token', async (_, when) => {
    await using test = await TestLoader.open()
    const { database } = test
    let failures = 3
    database[when] = () => {
      if (failures-- > 0) throw engineError('ECONNRESET', 'socket hang up')
    }
    await test.load(1, 2, 3)
    expect(database.inserts).toHaveLength(4)
    expect(new Set(database.tokens).size).toBe(1)
    expect(new Set(database.inserts.map(({ body }) => body)).size).toBe(1)
    expect(test.takenEvents()).toEqual([1, 2, 3].map(eventId))
    expect(test.lines.filter((line) => line.startsWith('warn: loader: insert not confirmed'))).toHaveLength(3)
  })

  it('calls for a person after twelve failures in a row', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    let failures = 12
    database.before = () => {
      if (failures-- > 0) throw engineError('516', 'Authentication failed')
    }
    await test.load(1)
    const levels = test.lines.map((line) => line.split(':')[0])
    expect(levels).toEqual([...Array<string>(11).fill('warn'), 'error'])
  })

  it.each([
    { what: 'takes a fresh token if none is stored', when: 'before' as const, tokens: ['', ':1'] },
    { what: 'sends nothing if they are', when: 'after' as const, tokens: [''] },
  ])('looks the rows up after a restart of the engine, and $what', async ({ when, tokens }) => {
    await using test = await TestLoader.open()
    const { database } = test
    database[when] = () => {
      if (database.inserts.length > 1) return
      database.startedAt += 60
      throw engineError('ECONNRESET')
    }
    await test.load(1, 2)
    const [first = ''] = database.tokens
    expect(database.tokens).toEqual(tokens.map((generation) => first + generation))
    expect(test.takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('keeps to the fresh token while the engine lives', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    database.before = () => {
      if (database.inserts.length === 1) database.startedAt += 60
      if (database.inserts.length < 4) throw engineError('ECONNRESET')
    }
    await test.load(1, 2)
    const [first = ''] = database.tokens
    expect(database.tokens).toEqual([first, `${first}:1`, `${first}:1`, `${first}:1`])
  })

  it('looks the rows up once more where an insert was confirmed only in the end', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    database.before = (insert) => {
      if (database.inserts.length === 1) throw engineError('ECONNRESET')
      // As if an engine that restarted in between had used the token up in vain.
      if (database.inserts.length === 2) database.taken.push({ ...insert, body: '' })
    }
    await test.load(1, 2)
    const [first = ''] = database.tokens
    expect(database.tokens).toEqual([first, first, `${first}:1`])
    expect(test.takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('goes on with a batch when the disk could not move the cursor, and doubles nothing', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    // The first write tells which engine the batch goes to, the second that it is committed.
    test.files.fail({ operation: 'replace', code: 'ENOSPC', after: 1 })
    await test.load(1, 2)
    expect(database.tokens).toHaveLength(2)
    expect(new Set(database.tokens).size).toBe(1)
    expect(test.takenEvents()).toEqual([1, 2].map(eventId))
    expect(test.lines).toContain(
      'error: loader: the spool could not be read or its cursor not advanced; trying again',
    )
  })
})
