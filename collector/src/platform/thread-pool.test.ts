import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Threads of the pool in a process that begins with the module and then reads files. */
function threads(env: Record<string, string> = {}): number {
  const module = pathToFileURL(join(import.meta.dirname, 'thread-pool.ts')).href
  const program = `
    import '${module}'
    import { readdirSync, readFileSync } from 'node:fs'
    import { readFile } from 'node:fs/promises'
    await Promise.all(Array.from({ length: 50 }, () => readFile('/proc/self/stat')))
    const names = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8'))
    console.log(names.filter((name) => name.startsWith('libuv-worker')).length)`
  const { UV_THREADPOOL_SIZE: _, ...others } = process.env
  const args = ['--input-type=module', '--eval', program]
  return Number(execFileSync(process.execPath, args, { env: { ...others, ...env }, encoding: 'utf8' }))
}

it('there are threads for the disk beside those that hash passwords', () => {
  expect(threads()).toBeGreaterThanOrEqual(8)
})

it('an explicit number of threads is kept', () => {
  expect(threads({ UV_THREADPOOL_SIZE: '6' })).toBe(6)
})
