import { afterEach, describe, expect, it, vi } from 'vitest'
import { KeyedSemaphore } from './keyed-semaphore.ts'

const { signal } = new AbortController()
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function semaphore(bounds: { inAll?: number; running: number; waiting: number; waitingMs?: number }) {
  const running: string[] = []
  const ends: (() => void)[] = []
  const keyed = new KeyedSemaphore(bounds, (because) => new Error(`too ${because}`))
  const run = (key: string, by = signal) =>
    keyed.run(key, by, () => {
      running.push(key)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  return { running, ends, run }
}

describe('KeyedSemaphore', () => {
  afterEach(() => void vi.useRealTimers())

  it('lets so many of a key run and wait, refuses others, and no other key is held up', async () => {
    const { running, ends, run } = semaphore({ running: 2, waiting: 1 })
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

  it('lets so many of all keys run, and keys that wait take turns', async () => {
    const { running, ends, run } = semaphore({ inAll: 3, running: 2, waiting: 10 })
    for (let i = 0; i < 5; i++) void run('a')
    void run('b')
    void run('b')
    void run('c')
    await settled()
    expect(running).toEqual(['a', 'a', 'b'])
    for (let i = 0; i < 5; i++) {
      ends[i]?.()
      await settled()
    }
    // One of each, not all that came before.
    expect(running).toEqual(['a', 'a', 'b', 'a', 'b', 'c', 'a', 'a'])
  })

  it('lets who gives up leave the queue', async () => {
    const { run } = semaphore({ running: 2, waiting: 1 })
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

  it('keeps the place of one who gives up when its turn has come', async () => {
    const keyed = new KeyedSemaphore({ running: 1 })
    const release = await keyed.acquire('a')
    const late = new AbortController()
    const taken = keyed.acquire('a', late.signal)
    const next = keyed.acquire('a')
    release()
    late.abort(new Error('gone'))
    const releaseTaken = await taken
    await expect(Promise.race([next, settled().then(() => 'waits')])).resolves.toBe('waits')
    releaseTaken()
    await next
  })

  it('refuses who has waited for too long, and not who is served by then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ends, run } = semaphore({ running: 1, waiting: 2, waitingMs: 1_000 })
    const served = run('a')
    const waits = run('a')
    vi.advanceTimersByTime(1_000)
    await expect(waits).rejects.toThrow('too long')
    ends[0]?.()
    await served
  })

  it('continues after a failure', async () => {
    const keyed = new KeyedSemaphore({ running: 1, waiting: 1 }, () => new Error('too many'))
    await expect(keyed.run('a', signal, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await keyed.run('a', signal, () => Promise.resolve('up'))).toBe('up')
  })
})
