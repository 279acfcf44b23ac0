import { describe, expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

const { signal } = new AbortController()

describe('Semaphore', () => {
  it('lets so many in, then others, first come, first served', async () => {
    const semaphore = new Semaphore(2)
    await semaphore.acquire(signal)
    await semaphore.acquire(signal)
    const order: number[] = []
    const third = semaphore.acquire(signal).then(() => order.push(3))
    const fourth = semaphore.acquire(signal).then(() => order.push(4))
    await Promise.resolve()
    expect([order, semaphore.waiting]).toEqual([[], 2])
    semaphore.release()
    await third
    expect(order).toEqual([3])
    semaphore.release()
    await fourth
    expect([order, semaphore.waiting]).toEqual([[3, 4], 0])
  })

  it('lets who gives up leave the queue', async () => {
    const semaphore = new Semaphore(1)
    await semaphore.acquire(signal)
    const impatient = new AbortController()
    const left = semaphore.acquire(impatient.signal)
    impatient.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const next = semaphore.acquire(signal)
    semaphore.release()
    await next
  })

  it('keeps the place of one who gives up when its turn has come', async () => {
    const semaphore = new Semaphore(1)
    await semaphore.acquire(signal)
    const late = new AbortController()
    const taken = semaphore.acquire(late.signal)
    const next = semaphore.acquire(signal)
    semaphore.release()
    late.abort(new Error('gone'))
    await taken
    expect(semaphore.waiting).toBe(1)
    semaphore.release()
    await next
    expect(semaphore.waiting).toBe(0)
  })

  it('is idle when everything has come back', async () => {
    const semaphore = new Semaphore(1)
    await semaphore.idle()
    await semaphore.acquire(signal)
    let idle = false
    const waiting = semaphore.idle().then(() => (idle = true))
    await Promise.resolve()
    expect(idle).toBe(false)
    semaphore.release()
    await waiting
    expect(idle).toBe(true)
  })
})
