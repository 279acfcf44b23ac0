import { describe, expect, it } from 'vitest'
import { KeyedSlots } from './keyed-slots.ts'

const { signal } = new AbortController()

describe('KeyedSlots', () => {
  function slots() {
    const running: string[] = []
    const ends: (() => void)[] = []
    const keyed = new KeyedSlots({ running: 2, waiting: 1 }, () => new Error('too many'))
    const run = (key: string, by = signal) =>
      keyed.run(key, by, () => {
        running.push(key)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
    return { running, ends, run }
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

  it('lets so many of a key run and wait, refuses others, and no other key is held up', async () => {
    const { running, ends, run } = slots()
    const first = run('a')
    void run('a')
    const waits = run('a')
    await settled()
    await expect(run('a')).rejects.toThrow('too many')
    void run('b')
    await settled()
    expect(running).toEqual(['a', 'a', 'b'])
    ends[0]?.()
    await first
    await settled()
    expect(running).toEqual(['a', 'a', 'b', 'a'])
    ends[3]?.()
    await waits
  })

  it('lets who gives up leave the queue', async () => {
    const { run } = slots()
    void run('a')
    void run('a')
    const impatient = new AbortController()
    const left = run('a', impatient.signal)
    impatient.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const waits = run('a')
    await settled()
    await expect(Promise.race([waits, Promise.resolve('waits')])).resolves.toBe('waits')
  })

  it('goes on after a failure', async () => {
    const keyed = new KeyedSlots({ running: 1, waiting: 1 }, () => new Error('too many'))
    await expect(keyed.run('a', signal, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await keyed.run('a', signal, () => Promise.resolve('up'))).toBe('up')
  })
})
