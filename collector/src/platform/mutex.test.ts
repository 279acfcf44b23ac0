import { describe, expect, it } from 'vitest'
import { Mutex } from './mutex.ts'

describe('Mutex', () => {
  it('runs one task at a time, first come, first served', async () => {
    const mutex = new Mutex()
    const events: string[] = []
    const task = (name: string) =>
      mutex.run(async () => {
        events.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, 1))
        events.push(`${name} ends`)
      })
    await Promise.all([task('a'), task('b')])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('continues after a task that failed, and reports that only to its caller', async () => {
    const mutex = new Mutex()
    const failed = mutex.run(() => Promise.reject(new Error('no')))
    const done = mutex.run(() => Promise.resolve('yes'))
    await expect(failed).rejects.toThrow('no')
    await expect(done).resolves.toBe('yes')
  })
})
