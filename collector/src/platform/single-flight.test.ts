import { describe, expect, it } from 'vitest'
import { singleFlight } from './single-flight.ts'

describe('singleFlight', () => {
  function reads() {
    const begun: PromiseWithResolvers<string>[] = []
    const read = singleFlight(() => {
      const reading = Promise.withResolvers<string>()
      begun.push(reading)
      return reading.promise
    })
    return { begun, read }
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

  it('shares the next read among all calls made meanwhile', async () => {
    const { begun, read } = reads()
    const first = read()
    const others = [read(), read(), read()]
    await settled()
    expect(begun).toHaveLength(1)
    begun[0]?.resolve('before')
    expect(await first).toBe('before')
    await settled()
    expect(begun).toHaveLength(2)
    begun[1]?.resolve('after')
    expect(await Promise.all(others)).toEqual(['after', 'after', 'after'])
  })

  it('reads again for later calls', async () => {
    const { begun, read } = reads()
    void read()
    begun[0]?.resolve('before')
    await settled()
    const later = read()
    begun[1]?.resolve('after')
    expect(await later).toBe('after')
  })

  it('gives up nothing after a failure', async () => {
    const { begun, read } = reads()
    const first = read()
    const second = read()
    begun[0]?.reject(new Error('down'))
    await expect(first).rejects.toThrow('down')
    await settled()
    begun[1]?.resolve('up')
    expect(await second).toBe('up')
  })
})
