import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, statSync, writeFileSync } from 'node:fs'
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

  /** Another process that takes the lock and keeps it, or prints why it cannot. */
  async function holder({ uid }: { uid?: number } = {}) {
    const script = `
      const { lockDataDirectory } = await import(${JSON.stringify(join(import.meta.dirname, 'data-directory-lock.ts'))})
      const { errorSentence } = await import(${JSON.stringify(join(import.meta.dirname, 'error-sentence.ts'))})
      const lock = await lockDataDirectory(${JSON.stringify(directory)}).catch(errorSentence)
      console.log(typeof lock === 'string' ? lock : 'locked')
      if (typeof lock !== 'string') setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid !== undefined && { uid }),
    })
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    return Object.assign(child, { said: said.toString().trim() })
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

  it.runIf(process.geteuid)('names a lock that it may not write, which would exclude nobody', async () => {
    const lock = join(directory, 'lock')
    writeFileSync(lock, '', { mode: 0o444 })
    // Modes do not hold root back.
    const uid = process.geteuid?.() === 0 ? 1000 : undefined
    if (uid !== undefined) chownSync(directory, uid, uid)
    const child = await holder(uid === undefined ? {} : { uid })
    child.kill()
    expect(child.said).toBe(
      `${lock} is not accessible to user ${uid ?? process.geteuid?.()}. Change its permissions, or run this as the user that owns it.`,
    )
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
