import { describe, expect, it } from 'vitest'
import { Slots } from './slots.ts'

const { signal } = new AbortController()

describe('Slots', () => {
  it('lets so many in, then others, first come, first served', async () => {
    const slots = new Slots(2)
    await slots.take(signal)
    await slots.take(signal)
    const order: number[] = []
    const third = slots.take(signal).then(() => order.push(3))
    const fourth = slots.take(signal).then(() => order.push(4))
    await Promise.resolve()
    expect([order, slots.waiting]).toEqual([[], 2])
    slots.giveBack()
    await third
    expect(order).toEqual([3])
    slots.giveBack()
    await fourth
    expect([order, slots.waiting]).toEqual([[3, 4], 0])
  })

  it('lets who gives up leave the queue', async () => {
    const slots = new Slots(1)
    await slots.take(signal)
    const impatient = new AbortController()
    const left = slots.take(impatient.signal)
    impatient.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const next = slots.take(signal)
    slots.giveBack()
    await next
  })

  it('keeps the place of one who gives up when its turn has come', async () => {
    const slots = new Slots(1)
    await slots.take(signal)
    const late = new AbortController()
    const taken = slots.take(late.signal)
    const next = slots.take(signal)
    slots.giveBack()
    late.abort(new Error('gone'))
    await taken
    expect(slots.waiting).toBe(1)
    slots.giveBack()
    await next
    expect(slots.waiting).toBe(0)
  })

  it('is idle when everything has come back', async () => {
    const slots = new Slots(1)
    await slots.idle()
    await slots.take(signal)
    let idle = false
    const waiting = slots.idle().then(() => (idle = true))
    await Promise.resolve()
    expect(idle).toBe(false)
    slots.giveBack()
    await waiting
    expect(idle).toBe(true)
  })
})
