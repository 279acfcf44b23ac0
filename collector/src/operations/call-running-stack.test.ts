import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
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
  const never = new Promise<void>(() => {})
  const context = { config: { dataDir }, services: { ready: never } } as unknown as Context
  const control = await startControlServer(context)
  const call = callRunningStack(dataDir, 'admin-list', {}, () => {}).catch((error: unknown) => error)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const begun = performance.now()
  await control.stop()
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(await call).toMatchObject({ message: 'The running stack closed the connection.' })
})
