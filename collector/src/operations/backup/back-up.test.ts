import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import type { Context } from '../../stack/context.ts'
import { pack } from './archive.ts'
import { backUp, fileFor } from './back-up.ts'
import { BackupError } from './manifest.ts'

it('a backup in a folder is named by its second', async () => {
  const folder = temporaryDirectory()
  const file = await fileFor(folder, '2026-11-20T17:05:18.123Z')
  expect(file).toBe(join(folder, 'half-measure-2026-11-20T17-05-18Z.tar'))
})

describe('a backup that was cut short', () => {
  it('is said to be in the way of the next one of that name, and what to do', async () => {
    const file = join(temporaryDirectory(), 'backup.tar')
    await mkdir(`${file}.parts`)
    // Nothing of the stack is asked before.
    const made = backUp({} as Context, file, () => {})
    await expect(made).rejects.toThrow(BackupError)
    await expect(made).rejects.toThrow(/backup\.tar\.parts.*[Rr]emove/)
    expect(existsSync(`${file}.parts`)).toBe(true)
  })

  it('leaves no part of the archive', async () => {
    const directory = temporaryDirectory()
    const file = join(directory, 'backup.tar')
    await expect(pack(join(directory, 'absent'), file)).rejects.toThrow(/tar ended with/)
    expect(existsSync(`${file}.unfinished`)).toBe(false)
  })
})
