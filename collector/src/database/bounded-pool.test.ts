import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { boundedPool } from './bounded-pool.ts'

/** So much of a pool as is used, with connections that are always there. */
function poolOf(connect: () => Promise<unknown> = () => Promise.resolve({ query() {}, release() {} })) {
  const pool = Object.create(Pool.prototype) as Pool
  let requested = 0
  pool.connect = (() => {
    requested++
    return connect()
  }) as Pool['connect']
  return { pool, requested: () => requested }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('boundedPool', () => {
  it('takes at most so many connections at a time, and the next when one is released', async () => {
    const { pool, requested } = poolOf()
    const part = boundedPool(pool, 2)
    const first = await part.connect()
    await part.connect()
    const third = part.connect()
    await settled()
    expect(requested()).toBe(2)
    first.release()
    await third
    expect(requested()).toBe(3)
  })

  it('takes the next after a failure too', async () => {
    let isUp = false
    const { pool } = poolOf(() =>
      isUp ? Promise.resolve({ query() {}, release() {} }) : Promise.reject(new Error('down')),
    )
    const part = boundedPool(pool, 1)
    await expect(part.connect()).rejects.toThrow('down')
    isUp = true
    await part.connect()
  })

  it('refuses where five hundred wait', async () => {
    const { pool } = poolOf()
    const part = boundedPool(pool, 1)
    const only = await part.connect()
    const waiting = Array.from({ length: 500 }, () => part.connect().then((one) => one.release()))
    await expect(part.connect()).rejects.toMatchObject({ status: 503, code: 'over_capacity' })
    only.release()
    await Promise.all(waiting)
  })
})
