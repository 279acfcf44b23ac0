import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { type Cursor, readCursor, startCursor, writeCursor } from './cursor.ts'
import { FaultyFiles } from './testing/faulty-files.ts'

const cursor: Cursor = {
  ...startCursor('boot'),
  segment: 3,
  offset: 4711,
  stored: { page_views: 12, engagement_events: 1 },
}

let directory: string
let files: FaultyFiles

beforeEach(() => {
  directory = temporaryDirectory()
  files = new FaultyFiles()
})

describe('the cursor', () => {
  it('is not there in a new directory', async () => {
    expect(await readCursor(files, directory)).toBeUndefined()
  })

  it('is read back as it was written', async () => {
    await writeCursor(files, directory, startCursor('boot'))
    expect(await readCursor(files, directory)).toEqual(startCursor('boot'))
    await writeCursor(files, directory, cursor)
    expect(await readCursor(files, directory)).toEqual(cursor)
    expect(await readdir(directory)).toEqual(['cursor.json'])
  })

  it.each([
    ['cut short', JSON.stringify(cursor).slice(0, 40)],
    ['empty', ''],
    ['zeros', '\0'.repeat(80)],
    ['another thing', '{}'],
    ['a negative place', JSON.stringify({ ...cursor, offset: -1 })],
    ['a table that is unknown', JSON.stringify({ ...cursor, stored: { no_such_table: 1 } })],
  ])(
    'that is %s stops the start and says what to do, since guessing would double or lose',
    async (_, text) => {
      await writeFile(join(directory, 'cursor.json'), text)
      await expect(readCursor(files, directory)).rejects.toThrow(/cursor\.json is not readable.*move it away/)
    },
  )

  it.each([0, 1, 40])(
    'stays the old one when the disk is full after %i bytes of the new one',
    async (effect) => {
      await writeCursor(files, directory, startCursor('boot'))
      files.fail({ operation: 'replace', code: 'ENOSPC', effect })
      await expect(writeCursor(files, directory, cursor)).rejects.toThrow('ENOSPC')
      expect(await readCursor(files, directory)).toEqual(startCursor('boot'))
      // What the failure left behind is in nobody's way.
      await writeCursor(files, directory, cursor)
      expect(await readCursor(files, directory)).toEqual(cursor)
    },
  )
})
