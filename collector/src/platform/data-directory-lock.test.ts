import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { DataDirectoryInUseError, lockDataDirectory } from './data-directory-lock.ts'

describe('lockDataDirectory', () => {
  let directory: string

  beforeEach(() => {
    directory = temporaryDirectory()
  })

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
    await expect(lockDataDirectory(directory)).rejects.toThrow(DataDirectoryInUseError)
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

  async function expectFree(): Promise<void> {
    const lock = await lockDataDirectory(directory)
    expect(lock.release()).toBeUndefined()
  }
})
