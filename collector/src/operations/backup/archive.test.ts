import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { pack, unpack } from './archive.ts'

/** A folder that is in an archive, and that archive. */
async function anArchive(directory: string): Promise<string> {
  await mkdir(join(directory, 'folder'))
  await writeFile(join(directory, 'folder/member'), 'its bytes')
  const file = join(directory, 'backup.tar')
  await pack(join(directory, 'folder'), file, null)
  return file
}

it('an archive is whole once tar has its last byte, whether or not the end of the file has been read', async () => {
  const directory = temporaryDirectory()
  const bytes = await readFile(await anArchive(directory))
  // A busy machine may end tar before it reads on; this pipe always does.
  const pipe = join(directory, 'pipe')
  execFileSync('mkfifo', [pipe])
  const unpacked = unpack(pipe, join(directory, 'unpacked'), null)
  const writer = createWriteStream(pipe)
  writer.write(bytes)
  await sleep(500)
  const closed = once(writer, 'close')
  writer.end()
  await closed
  await unpacked
  expect(await readFile(join(directory, 'unpacked/member'), 'utf8')).toBe('its bytes')
})

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, 1_030)],
  ['of something else', () => Buffer.from('no archive, but long enough to be looked at'.repeat(40))],
])('one that is %s is refused', async (_, damage) => {
  const directory = temporaryDirectory()
  const file = await anArchive(directory)
  await writeFile(file, damage(await readFile(file)))
  await expect(unpack(file, join(directory, 'unpacked'), null)).rejects.toThrow(
    /^The file is no backup, or it is damaged \(tar ended with 2: .*\)\.$/,
  )
})
