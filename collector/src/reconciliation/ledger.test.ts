import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { sessionDigest } from '../events/event-tables.ts'
import { FaultyFiles } from '../spool/testing/faulty-files.ts'
import { Ledger } from './ledger.ts'

const session = 'session_1_aaaa'
const other = 'session_1_bbbb'

describe('Ledger', () => {
  it('names its collector for ever, from the first start on', async () => {
    const directory = temporaryDirectory()
    const { collectorId } = await Ledger.open(directory)
    expect(collectorId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await Ledger.open(directory)).collectorId).toBe(collectorId)
    expect((await Ledger.open(temporaryDirectory())).collectorId).not.toBe(collectorId)
  })

  it('keeps the id of a session until its erasure is handed on, over restarts', async () => {
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory)
    await ledger.requestErasures([session, other])
    await ledger.requestErasures([session])
    expect((await Ledger.open(directory)).openErasures).toEqual([session, other])
    await ledger.removeErasures([sessionDigest(session)])
    expect((await Ledger.open(directory)).openErasures).toEqual([other])
    expect(await readFile(join(directory, 'ledger.json'), 'utf8')).not.toContain('aaaa')
  })

  it('writes changes that come together as one, and loses none of them', async () => {
    const files = new FaultyFiles()
    const directory = temporaryDirectory()
    const ledger = await Ledger.open(directory, files)
    const before = files.calls.replace
    const ids = Array.from({ length: 200 }, (_, n) => `session_${n}_aaaa`)
    await Promise.all(ids.map((id) => ledger.requestErasures([id])))
    expect(files.calls.replace - before).toBeLessThan(10)
    expect((await Ledger.open(directory)).openErasures).toEqual(ids)
  })

  it('stays as it was where the disk refuses a change, and takes the next one', async () => {
    const files = new FaultyFiles()
    const ledger = await Ledger.open(temporaryDirectory(), files)
    files.fail({ operation: 'replace', code: 'ENOSPC' })
    await expect(ledger.requestErasures([session])).rejects.toThrow('ENOSPC')
    expect(ledger.openErasures).toEqual([])
    await ledger.requestErasures([other])
    expect(ledger.openErasures).toEqual([other])
  })

  it('refuses a file that it cannot read', async () => {
    const directory = temporaryDirectory()
    await writeFile(join(directory, 'ledger.json'), '{"collector":1}')
    await expect(Ledger.open(directory)).rejects.toThrow(/ledger\.json is not readable; restore it/)
  })
})
