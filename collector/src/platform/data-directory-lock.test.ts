import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { DataDirectoryError, lockDataDirectory } from './data-directory-lock.ts'

describe('lockDataDirectory', () => {
  let directory: string

  beforeEach(() => {
    directory = temporaryDirectory()
  })

  afterEach(() => void vi.restoreAllMocks())

  /** Another process that takes the lock and keeps it. */
  async function holder() {
    const script = `
      const { lockDataDirectory } = await import(${JSON.stringify(join(import.meta.dirname, 'data-directory-lock.ts'))})
      await lockDataDirectory(${JSON.stringify(directory)})
      console.log('locked')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return child
  }

  it('refuses a second process, and names the first', async () => {
    const child = await holder()
    await expect(lockDataDirectory(directory)).rejects.toThrow(DataDirectoryError)
    await expect(lockDataDirectory(directory)).rejects.toThrow(`in use by process ${child.pid}`)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  it('is free again the moment its process is killed', async () => {
    const child = await holder()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expectFree()
  })

  it('is free again after release', async () => {
    const lock = await lockDataDirectory(directory)
    lock.release()
    await expectFree()
  })

  it.runIf(process.geteuid)(
    'refuses root the directory of another user, who could not open its files',
    async () => {
      // Who runs this test as root gives the directory away, all others pretend to be root.
      if (process.geteuid?.() === 0) chownSync(directory, 1000, 1000)
      vi.spyOn(process, 'geteuid').mockReturnValue(0)
      const { uid: owner } = statSync(directory)
      const refused = `${directory} belongs to user ${owner}, and this process runs as user 0. Run it as that user (sudo -u '#${owner}' …`
      await expect(lockDataDirectory(directory)).rejects.toThrow(refused)
      expect(readdirSync(directory)).toEqual([])
    },
  )

  it.runIf(process.geteuid)('lets a user who was given a volume of another one have it', async () => {
    vi.spyOn(process, 'geteuid').mockReturnValue(statSync(directory).uid + 1)
    await expectFree()
  })

  it('lets a user have a directory that the first start makes', async () => {
    directory = join(directory, 'new')
    await expectFree()
  })

  async function expectFree(): Promise<void> {
    const lock = await lockDataDirectory(directory)
    expect(lock.release()).toBeUndefined()
  }
})
