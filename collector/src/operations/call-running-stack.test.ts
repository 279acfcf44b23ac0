import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { errorSentence } from '../platform/error-sentence.ts'
import { callRunningStack } from './call-running-stack.ts'
import type { Context } from '../stack/context.ts'
import { controlSocketPath, startControlServer } from './control-server.ts'

it('says so when the running stack dies over the command', async () => {
  const dataDir = temporaryDirectory()
  const server = createServer((_, response) => {
    response.write('{"progress":"begun"}\n')
    setImmediate(() => response.destroy())
  }).listen(controlSocketPath(dataDir))
  await once(server, 'listening')
  const progress: string[] = []
  const call = callRunningStack(dataDir, 'replay', {}, (line) => progress.push(line))
  await expect(call).rejects.toThrow('The running stack closed the connection.')
  expect(progress).toEqual(['begun'])
  server.close()
})

it('says so too when the stack stops over a command that does not end', async () => {
  const dataDir = temporaryDirectory()
  const begun = Promise.withResolvers<void>()
  const context = {
    config: { dataDir },
    get services() {
      begun.resolve()
      return { ready: new Promise<void>(() => {}) }
    },
  } as unknown as Context
  const control = await startControlServer(context)
  const call = callRunningStack(dataDir, 'admin-list', {}, () => {}).catch((error: unknown) => error)
  await begun.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let waitedMs = 0
  let stoppedAfterMs = Infinity
  const stopped = control.stop().then(() => (stoppedAfterMs = waitedMs))
  for (; waitedMs < 8_000; waitedMs += 100) await vi.advanceTimersByTimeAsync(100)
  expect(stoppedAfterMs).toBeLessThan(8_000)
  await stopped
  expect(await call).toMatchObject({ message: 'The running stack closed the connection.' })
})

it('says which path is wrong where the data directory is none', async () => {
  const file = join(temporaryDirectory(), 'data')
  await writeFile(file, '')
  const error: unknown = await callRunningStack(file, 'delivery', {}, () => {}).catch(
    (cause: unknown) => cause,
  )
  expect(errorSentence(error)).toBe(`${file}/control.sock is below a file, not in a folder.`)
})

it('ends a backup when the stack stops, and waits until what it had written is removed', async () => {
  const dataDir = temporaryDirectory()
  const folder = join(dataDir, 'backups')
  const parts = join(folder, 'backup.tar.here.parts')
  await mkdir(folder)
  const context = {
    config: { dataDir },
    clickhouse: { reader: { query: async () => ({ json: async () => [{ one: 1 }] }) } },
    services: { ready: new Promise<void>(() => {}) },
    events: { ready: Promise.resolve(), reconciliation: { collectorId: 'here' } },
  } as unknown as Context
  const control = await startControlServer(context)
  const call = request({ socketPath: controlSocketPath(dataDir), path: '/backup', method: 'POST' })
  call.on('error', () => {})
  call.end(JSON.stringify({ file: join(folder, 'backup.tar'), unencrypted: 'true' }))
  await expect.poll(() => existsSync(parts)).toBe(true)
  for (let i = 0; i < 2_000; i++) await writeFile(join(parts, `${i}`), '')
  // Nobody waits for a response: the server could end at once.
  call.destroy()
  // It may take longer than the server waits at shutdown: that timer never fires.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopped = control.stop()
  vi.useRealTimers()
  await stopped
  expect(await readdir(folder)).toEqual([])
})
