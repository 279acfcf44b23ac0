import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'

describe('createGate', () => {
  it('lets so many through at once, and the others in their order', async () => {
    const gate = createGate({ atOnce: 2, waiting: 10, refuse: () => new Error('full') })
    const order: number[] = []
    let running = 0
    let most = 0
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) =>
        gate.run(async () => {
          order.push(n)
          running += 1
          most = Math.max(most, running)
          await new Promise((done) => setTimeout(done, 2))
          running -= 1
        }),
      ),
    )
    expect(most).toBe(2)
    expect(order).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('turns away who finds the queue full, and goes on after a failure', async () => {
    const gate = createGate({ atOnce: 1, waiting: 1, refuse: () => new Error('full') })
    const failing = gate.run(() => Promise.reject(new Error('broken')))
    const waiting = gate.run(() => Promise.resolve('waited'))
    await expect(gate.run(() => Promise.resolve())).rejects.toThrow('full')
    await expect(failing).rejects.toThrow('broken')
    await expect(waiting).resolves.toBe('waited')
    await expect(gate.run(() => Promise.resolve('later'))).resolves.toBe('later')
  })
})
