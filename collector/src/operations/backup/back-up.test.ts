import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import type { Context } from '../../stack/context.ts'
import { OPERATIONS } from '../operations.ts'
import { pack, unpack } from './archive.ts'
import { backUp, fileFor } from './back-up.ts'
import { createKey } from './encryption.ts'

it('a backup in a folder is named by its second', async () => {
  const folder = temporaryDirectory()
  const file = await fileFor(folder, '2026-11-20T17:05:18.123Z', 'tar.age')
  expect(file).toBe(join(folder, 'half-measure-2026-11-20T17-05-18Z.tar.age'))
})

/** A stack whose databases are not there yet: a backup waits for them, and then fails. */
function aStack() {
  const databases = Promise.withResolvers<void>()
  databases.promise.catch(() => {})
  const context = {
    config: {},
    services: { ready: databases.promise },
    events: { reconciliation: { collectorId: 'here' } },
  } as unknown as Context
  return { context, fail: () => databases.reject(new Error('no database')) }
}

describe('a backup that was cut short', () => {
  it('is removed by the next one into that folder, but no other stack’s', async () => {
    const directory = temporaryDirectory()
    const names = ['earlier.tar.here.parts', 'backup.tar.here.parts', 'backup.tar.elsewhere.parts', 'other']
    for (const name of names) await mkdir(join(directory, name))
    const { context, fail } = aStack()
    fail()
    await expect(backUp(context, join(directory, 'backup.tar'), null, () => {})).rejects.toThrow(
      'no database',
    )
    expect(await readdir(directory)).toEqual(['backup.tar.elsewhere.parts', 'other'])
  })

  it('is left alone while it is still being made', async () => {
    const directory = temporaryDirectory()
    const file = join(directory, 'backup.tar')
    const { context, fail } = aStack()
    const first = backUp(context, file, null, () => {})
    await expect.poll(() => existsSync(`${file}.here.parts`)).toBe(true)
    await expect(backUp(context, file, null, () => {})).rejects.toThrow(/is being written by another backup/)
    const other = backUp(context, join(directory, 'other.tar'), null, () => {})
    await expect.poll(() => readdir(directory)).toEqual(['backup.tar.here.parts', 'other.tar.here.parts'])
    fail()
    await expect(first).rejects.toThrow('no database')
    await expect(other).rejects.toThrow('no database')
    expect(await readdir(directory)).toEqual([])
  })

  it('leaves no partial archive', async () => {
    const directory = temporaryDirectory()
    const file = join(directory, 'backup.tar')
    await expect(pack(join(directory, 'absent'), file, null)).rejects.toThrow(/tar ended with/)
    expect(existsSync(`${file}.unfinished`)).toBe(false)
  })
})

describe('an encrypted backup', () => {
  let directory: string
  let file: string
  let key: Awaited<ReturnType<typeof createKey>>

  beforeEach(async () => {
    directory = temporaryDirectory()
    file = join(directory, 'backup.tar.age')
    key = await createKey()
    await mkdir(join(directory, 'parts'))
    // More than one of the blocks that are encrypted.
    await writeFile(join(directory, 'parts/rows'), 'a reader@example.org '.repeat(10_000))
    await pack(join(directory, 'parts'), file, key.recipient)
  })

  const open = (identities: string | null) => unpack(file, join(directory, 'opened'), identities)

  it('holds nothing that can be read, and is opened with its key', async () => {
    expect((await readFile(file)).includes('reader@')).toBe(false)
    expect((await readFile(file, 'utf8')).startsWith('age-encryption.org/v1\n')).toBe(true)
    await open(key.file)
    const rows = await readFile(join(directory, 'opened/rows'), 'utf8')
    expect(rows).toBe(await readFile(join(directory, 'parts/rows'), 'utf8'))
  })

  it('says what is missing without its key, and with another one', async () => {
    await expect(open(null)).rejects.toThrow('--identity <file>')
    await expect(open('# nothing\n')).rejects.toThrow('AGE-SECRET-KEY-')
    await expect(open((await createKey()).file)).rejects.toThrow('does not have the key')
  })

  it('is damaged where a bit differs or its end is missing', async () => {
    const bytes = await readFile(file)
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(100_000) ^ 1, 100_000)
    for (const damaged of [changed, bytes.subarray(0, 150_000)]) {
      await writeFile(file, damaged)
      await expect(open(key.file)).rejects.toThrow('The backup is damaged')
    }
  })

  it('is not begun for what is no public key', async () => {
    const backup = OPERATIONS.find(({ name }) => name === 'backup')
    const caller = { progress: () => {}, stop: new AbortController().signal }
    await expect(backup?.run({} as Context, { file, recipient: 'age1nobody' }, caller)).rejects.toThrow(
      'an age public key, complete and without a mistake',
    )
  })
})
