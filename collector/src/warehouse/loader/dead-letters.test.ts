import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { DeadLetters } from './dead-letters.ts'

const id = (n: number) => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`

describe('DeadLetters', () => {
  it('keeps a row with its reason, over restarts', async () => {
    const directory = temporaryDirectory()
    const letters = await DeadLetters.open(directory)
    expect(letters.count).toBe(0)
    await letters.add('page_views', id(1), '{"event_id":"x"}\n', 'Cannot parse')
    const expected = {
      table: 'page_views',
      batch_id: id(1),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      error: 'Cannot parse',
      row: '{"event_id":"x"}\n',
    }
    expect((await letters.list()).map(({ letter }) => letter)).toEqual([expected])
    const next = await DeadLetters.open(directory)
    expect(next.count).toBe(1)
    expect((await next.list()).map(({ letter }) => letter)).toEqual([expected])
  })

  it('counts the same row once that a restart sets aside again', async () => {
    const directory = temporaryDirectory()
    const letters = await DeadLetters.open(directory)
    await letters.add('page_views', id(1), 'row', 'refused')
    await letters.add('page_views', id(1), 'row', 'refused again')
    await letters.add('click_events', id(1), 'row', 'refused')
    await letters.add('page_views', id(2), 'row', 'refused')
    expect(letters.count).toBe(3)
    expect((await DeadLetters.open(directory)).count).toBe(3)
  })

  it('shortens what the engine says', async () => {
    const letters = await DeadLetters.open(temporaryDirectory())
    await letters.add('page_views', id(1), 'row', 'x'.repeat(10_000))
    const [first] = await letters.list()
    expect(first?.letter.error).toHaveLength(500)
  })

  it('lets go of one for good', async () => {
    const directory = temporaryDirectory()
    const letters = await DeadLetters.open(directory)
    await letters.add('page_views', id(1), 'row', 'refused')
    await letters.add('page_views', id(2), 'row', 'refused')
    const [first] = await letters.list()
    await letters.remove(first?.name ?? '')
    expect(letters.count).toBe(1)
    expect((await DeadLetters.open(directory)).count).toBe(1)
    expect(await readdir(directory)).toHaveLength(1)
  })
})
