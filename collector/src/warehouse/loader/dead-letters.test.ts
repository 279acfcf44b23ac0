import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { DeadLetters } from './dead-letters.ts'

/** A refused insert of so many rows, by number. */
function part(n: number, count = 1) {
  const id = `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`
  const rows = Array.from({ length: count }, (_, row) => `["${row}"]\n`).join('')
  return { id, rows: Buffer.from(rows), count }
}
const reason = { code: '72', error: 'Cannot parse' }

describe('DeadLetters', () => {
  it('keeps rows with their reason, over restarts', async () => {
    const directory = temporaryDirectory()
    const letters = await DeadLetters.open(directory)
    expect(letters.count).toBe(0)
    const refused = part(1, 3)
    await letters.add('page_views', refused, reason)
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    const expected = { table: 'page_views', batch_id: refused.id, at, ...reason, rows: 3 }
    for (const open of [letters, await DeadLetters.open(directory)]) {
      expect(await open.list()).toEqual([expected])
      expect(open.count).toBe(3)
      const [letter] = await open.list()
      expect(letter && (await open.read(letter))).toEqual(refused)
    }
  })

  it('counts the same row once that a restart sets aside again', async () => {
    const directory = temporaryDirectory()
    const letters = await DeadLetters.open(directory)
    await letters.add('page_views', part(1), reason)
    await letters.add('page_views', part(1), { ...reason, error: 'refused again' })
    await letters.add('click_events', part(1), reason)
    await letters.add('page_views', part(2), reason)
    expect(letters.count).toBe(3)
    expect((await DeadLetters.open(directory)).count).toBe(3)
  })

  it('shortens what the engine says', async () => {
    const letters = await DeadLetters.open(temporaryDirectory())
    await letters.add('page_views', part(1), { ...reason, error: 'x'.repeat(10_000) })
    const [first] = await letters.list()
    expect(first?.error).toHaveLength(500)
  })

  it('removes one for good', async () => {
    const directory = temporaryDirectory()
    const letters = await DeadLetters.open(directory)
    await letters.add('page_views', part(1), reason)
    await letters.add('page_views', part(2), reason)
    await letters.remove('page_views', part(1).id)
    await letters.remove('page_views', part(1).id)
    expect(letters.count).toBe(1)
    expect((await DeadLetters.open(directory)).count).toBe(1)
    expect(await readdir(directory)).toHaveLength(1)
  })

  it('says why one could not be replaced, even if its halves cannot be removed either', async () => {
    const letters = await DeadLetters.open(temporaryDirectory())
    await letters.add('page_views', part(1, 2), reason)
    vi.spyOn(letters, 'remove').mockRejectedValue(new Error('the disk is full'))
    vi.spyOn(letters, 'removeParts').mockRejectedValue(new Error('nor that'))
    await expect(letters.replace('page_views', part(1).id, [], reason)).rejects.toThrow('the disk is full')
  })

  it('removes some rows of one, also where a crash left the file from before', async () => {
    const directory = temporaryDirectory()
    const letters = await DeadLetters.open(directory)
    await letters.add('page_views', part(1, 3), reason, true)
    const [letter] = await letters.list()
    const [before = ''] = await readdir(directory)
    if (!letter) throw new Error('there is one')
    expect(await letters.removeRows(letter, (row) => row === '["1"]')).toBe(1)
    expect(await letters.removeRows(letter, (row) => row === '["1"]')).toBe(0)
    await writeFile(join(directory, before), `${JSON.stringify(letter)}\n${part(1, 3).rows.toString()}`)
    const next = await DeadLetters.open(directory)
    expect({ count: next.count, stops: next.stopLoading }).toEqual({ count: 2, stops: true })
    expect((await next.read(letter)).rows.toString()).toBe('["0"]\n["2"]\n')
    expect(await next.removeRows(letter, () => true)).toBe(2)
    expect(await readdir(directory)).toEqual([])
  })

  it('stops loading for what was set aside as a whole, over restarts, until an operator resumes loading', async () => {
    const directory = temporaryDirectory()
    const letters = await DeadLetters.open(directory)
    await letters.add('page_views', part(1), reason)
    expect(letters.stopLoading).toBe(false)
    await letters.add('page_views', part(2, 3), reason, true)
    for (const open of [letters, await DeadLetters.open(directory)]) expect(open.stopLoading).toBe(true)
    await letters.resumeLoading()
    for (const open of [letters, await DeadLetters.open(directory)])
      expect({ count: open.count, stops: open.stopLoading }).toEqual({ count: 4, stops: false })
  })
})
