import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { erasedPeople, rememberErasedPeople, rememberErasedPerson } from './erased-people.ts'

describe('people who were erased', () => {
  let places: { dataDir: string; keysDir: string }

  beforeEach(() => {
    const dataDir = temporaryDirectory()
    places = { dataDir, keysDir: join(dataDir, 'keys') }
  })

  it('are all remembered, however many are erased at once', async () => {
    const people = Array.from({ length: 20 }, (_, n) => `reader-${n}@b.test`)
    await Promise.all(people.map((address) => rememberErasedPerson(places, 'addresses', address)))
    expect(await erasedPeople(places, 'addresses')).toHaveLength(20)
  })

  it('are remembered with the last time of each, and of the deletion of their account', async () => {
    const hash = 'a'.repeat(64)
    const account = true as const
    await rememberErasedPeople(places, 'addresses', [{ hash, at: '2026-11-20T10:00:00.000Z', account }])
    await rememberErasedPeople(places, 'addresses', [
      { hash, at: '2026-11-22T10:00:00.000Z' },
      { hash, at: '2026-11-21T10:00:00.000Z' },
    ])
    expect(await erasedPeople(places, 'addresses')).toEqual([
      { hash, at: '2026-11-20T10:00:00.000Z', account },
      { hash, at: '2026-11-22T10:00:00.000Z' },
    ])
  })
})
