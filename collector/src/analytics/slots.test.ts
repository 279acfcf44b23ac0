import { describe, expect, it } from 'vitest'
import { Slots } from './slots.ts'

const { signal } = new AbortController()

describe('Slots', () => {
  it('lends each thing to one at a time, in the order of asking', async () => {
    const slots = new Slots(['a', 'b'], 10)
    const taken = [await slots.take(signal), await slots.take(signal)]
    const order: number[] = []
    const third = slots.take(signal).then(() => order.push(3))
    const fourth = slots.take(signal).then(() => order.push(4))
    expect(order).toEqual([])
    for (const item of taken) slots.giveBack(item)
    await Promise.all([third, fourth])
    expect(order).toEqual([3, 4])
    expect(taken.sort()).toEqual(['a', 'b'])
  })

  it('turns away who would wait behind too many', async () => {
    const slots = new Slots(['a'], 1)
    await slots.take(signal)
    void slots.take(signal)
    expect(() => slots.take(signal)).toThrow('Too many questions')
  })

  it('lets who gives up leave the queue', async () => {
    const slots = new Slots(['a'], 1)
    const item = await slots.take(signal)
    const impatient = new AbortController()
    const left = slots.take(impatient.signal)
    impatient.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const next = slots.take(signal)
    slots.giveBack(item)
    expect(await next).toBe('a')
  })

  it('is idle when everything has come back', async () => {
    const slots = new Slots(['a'], 1)
    await slots.idle()
    const item = await slots.take(signal)
    let idle = false
    const waiting = slots.idle().then(() => (idle = true))
    await Promise.resolve()
    expect(idle).toBe(false)
    slots.giveBack(item)
    await waiting
    expect(idle).toBe(true)
  })
})
