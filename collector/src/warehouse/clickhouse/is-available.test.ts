import { expect, it, onTestFinished, vi } from 'vitest'
import { stall } from '../../testing/stall.ts'
import { isAvailable } from './is-available.ts'
import { fakeClickHouse } from './testing/fake-clickhouse.ts'

it('a server is available if it responds, also if this machine stalls meanwhile', async () => {
  const { writer } = await fakeClickHouse((_, response) => {
    stall(3_100)
    response.end('{"1":1}\n')
  })
  expect(await isAvailable(writer)).toBe(true)
})

it('a server that is silent for three seconds is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked = Promise.withResolvers<void>()
  const { writer } = await fakeClickHouse(() => asked.resolve())
  const available = isAvailable(writer)
  await asked.promise
  vi.advanceTimersByTime(3_000)
  expect(await available).toBe(false)
})
