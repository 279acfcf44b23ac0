import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { stampRows } from '../spool/row-block.ts'
import { range, row } from '../spool/testing/rows.ts'
import { splitBatch } from '../warehouse/loader/batch-part.ts'
import { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { engineError, FakeDatabase } from '../warehouse/loader/testing/fake-database.ts'
import { retryDeadLetters } from './retry-dead-letters.ts'

const reason = { code: '16', error: 'No such column' }
const refuse = () => {
  throw engineError(reason.code, reason.error)
}

const ids = range(1, 4).map((n) => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`)

/** A dead letter of four rows under that id, and its database. */
async function aDeadLetter(id: string) {
  const database = new FakeDatabase()
  const directory = temporaryDirectory()
  const letters = await DeadLetters.open(directory)
  const rows = range(1, 4).map((n) => row(n))
  const whole = { id, rows: stampRows(id, rows), count: 4 }
  await letters.add('page_views', whole, reason)
  const retry = (deadLetters = letters) =>
    retryDeadLetters({ writer: database.client, migrator: database.client }, deadLetters, async () => {})
  const taken = () => database.taken.flatMap(({ body }) => body.trim().split('\n')).length
  return { database, directory, letters, whole, halves: splitBatch(whole), retry, taken }
}

/** Letters are tried in the order of their ids, which are random: of the whole first, or of a half. */
describe.each(ids)('a dead letter that was being halved, %s', (id) => {
  it('is stored once if the disk was full', async () => {
    const { database, directory, letters, whole, halves, retry, taken } = await aDeadLetter(id)
    const blocked = join(directory, `${halves[1].id}-page_views-2.ndjson.new`)
    await mkdir(blocked)
    database.before = refuse
    await expect(retry()).rejects.toThrow('EISDIR')
    expect(letters.count).toBe(4)
    await rm(blocked, { recursive: true })
    database.before = () => {}
    expect(await retry()).toEqual({ inserted: whole.count, refused: 0 })
    expect(taken()).toBe(whole.count)
  })

  it('is stored once if the process died, however far its parts had been halved', async () => {
    const { directory, letters, whole, halves, retry, taken } = await aDeadLetter(id)
    for (const part of [halves[1], ...splitBatch(halves[0])]) await letters.add('page_views', part, reason)
    await letters.add('click_events', halves[0], reason)
    const next = await DeadLetters.open(directory)
    expect(next.count).toBe(6)
    expect(await retry(next)).toEqual({ inserted: 6, refused: 0 })
    expect(taken()).toBe(whole.count + 2)
  })
})

it('a dead letter that only a view refuses is not halved', async () => {
  const { database, whole, letters, retry, taken } = await aDeadLetter(ids[0] ?? '')
  database.after = refuse
  await expect(retry()).rejects.toThrow('No such column')
  expect(letters.count).toBe(4)
  database.after = () => {}
  expect(await retry()).toEqual({ inserted: 4, refused: 0 })
  expect(taken()).toBe(whole.count)
})
