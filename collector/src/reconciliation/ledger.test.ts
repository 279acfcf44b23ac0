import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { FaultyFiles } from '../spool/testing/faulty-files.ts'
import { Ledger } from './ledger.ts'

const session = 'session_1_aaaa'
const other = 'session_1_bbbb'

describe('Ledger', () => {
  it('begins empty', async () => {
    const ledger = await Ledger.open(temporaryDirectory())
    expect(ledger.isErased(session)).toBe(false)
    expect(ledger.openErasures).toEqual([])
    expect([ledger.erasedRows, ledger.expiredRows]).toEqual([0, 0])
  })

  it('takes nothing more of a session from the request on, and never again', async () => {
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory)
    await ledger.requestErasure(session)
    expect(ledger.isErased(session)).toBe(true)
    expect(ledger.isErased(other)).toBe(false)
    await ledger.countErasure(session, {}, 0)
    await ledger.finishErasure(session)
    expect(ledger.isErased(session)).toBe(true)
    expect((await Ledger.open(directory)).isErased(session)).toBe(true)
  })

  it('keeps the id of a session until its erasure is done, and then its hash only', async () => {
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory)
    await ledger.requestErasure(session)
    const text = () => readFile(join(directory, 'ledger.json'), 'utf8')
    expect(await text()).toContain(session)
    await ledger.countErasure(session, {}, 3)
    await ledger.finishErasure(session)
    expect(await text()).not.toContain(session)
    expect(await text()).not.toContain('aaaa')
  })

  it('remembers after a restart how far each erasure has come', async () => {
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory)
    await ledger.requestErasure(session)
    await ledger.countErasure(session, { 'page_views:202611': 5 }, 2)
    await ledger.requestErasure(other)
    const next = await Ledger.open(directory)
    expect(next.openErasures).toEqual([
      { session_id: session, counted: true, elsewhere: false },
      { session_id: other, counted: false, elsewhere: false },
    ])
    expect(next.erasedRows).toBe(7)
  })

  it('adds up the rows of sessions, and of one that was erased twice', async () => {
    const ledger = await Ledger.open(temporaryDirectory())
    for (const [id, rows] of [
      [session, 3],
      [other, 4],
      [session, 1],
    ] as const) {
      await ledger.requestErasure(id)
      await ledger.countErasure(id, {}, rows)
      await ledger.finishErasure(id)
    }
    expect(ledger.erasedRows).toBe(8)
  })

  it('counts an expired month once, however often its removal is tried', async () => {
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory)
    await ledger.expire('page_views', '202501', 10)
    await ledger.expire('page_views', '202501', 10)
    await ledger.expire('click_events', '202501', 5)
    await ledger.expire('page_views', '202502', 1)
    expect((await Ledger.open(directory)).expiredRows).toBe(16)
  })

  it('adds what came into a month after it had gone, and that once too', async () => {
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory)
    await ledger.expire('page_views', '202501', 10)
    await ledger.finishExpiry()
    await ledger.expire('page_views', '202501', 3)
    const next = await Ledger.open(directory)
    await next.expire('page_views', '202501', 3)
    expect(next.expiredRows).toBe(13)
  })

  it('keeps what is written at once', async () => {
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory)
    const ids = Array.from({ length: 20 }, (_, i) => `session_1_reader${i}`)
    await Promise.all(ids.map((id) => ledger.requestErasure(id)))
    const next = await Ledger.open(directory)
    expect(next.openErasures.map(({ session_id }) => session_id)).toEqual(ids)
  })

  it('names the collector of its directory, for ever the same and unlike any other', async () => {
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory)
    const id = await ledger.collectorId()
    expect(await ledger.collectorId()).toBe(id)
    expect(await (await Ledger.open(directory)).collectorId()).toBe(id)
    expect(await (await Ledger.open(temporaryDirectory())).collectorId()).not.toBe(id)
  })

  it('promises nothing that the disk refused, and goes on when it is well again', async () => {
    const directory = temporaryDirectory()
    const files = new FaultyFiles()
    const ledger = await Ledger.open(directory, files)
    files.fail({ operation: 'replace', code: 'ENOSPC', effect: 5 })
    await expect(ledger.requestErasure(session)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(ledger.isErased(session)).toBe(false)
    await ledger.requestErasure(other)
    expect((await Ledger.open(directory)).openErasures).toMatchObject([{ session_id: other, counted: false }])
  })

  it.each([
    ['half a file', '{"open":[],"erased":{'],
    ['nothing', ''],
    ['another file', '[]'],
    ['a count that is none', '{"open":[],"erased":{"x":-1},"expired":{}}'],
  ])('refuses to open with %s, and says what to do', async (_, text) => {
    const directory = temporaryDirectory()
    await writeFile(join(directory, 'ledger.json'), text)
    await expect(Ledger.open(directory)).rejects.toThrow(/ledger\.json.*restore it from a backup/)
  })
})
