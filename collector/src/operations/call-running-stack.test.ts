import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { callRunningStack } from './call-running-stack.ts'
import { controlSocketPath } from './control-server.ts'

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
