import { describe, expect, it } from 'vitest'
import { isForViewer, ViewerQueries } from './viewer-queries.ts'

const { signal } = new AbortController()

/** Work that runs until it is released. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let began = 0
  const work = async () => {
    began++
    await promise
    return isForViewer()
  }
  return { work, end: resolve, began: () => began }
}

describe('ViewerQueries', () => {
  it('runs two requests of a viewer at a time, and those of another beside them', async () => {
    const queries = new ViewerQueries()
    const [one, other] = [held(), held()]
    const all = [1, 2, 3].map(() => queries.run('one', signal, one.work))
    all.push(queries.run('other', signal, other.work))
    await new Promise(setImmediate)
    expect([one.began(), other.began()]).toEqual([2, 1])
    one.end()
    other.end()
    expect(await Promise.all(all)).toEqual([true, true, true, true])
    expect(one.began()).toBe(3)
    expect(isForViewer()).toBe(false)
  })

  it('refuses what is too much to wait', async () => {
    const queries = new ViewerQueries()
    const { work, end } = held()
    const all = Array.from({ length: 100 }, () => queries.run('one', signal, work))
    const settled = Promise.allSettled(all)
    end()
    const refused = (await settled).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(58)
    expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'too_many_queries' } })
    expect(await queries.run('one', signal, async () => 'again')).toBe('again')
  })

  it('lets go of who has left, waiting or not', async () => {
    const queries = new ViewerQueries()
    const { work, end } = held()
    const running = [1, 2].map(() => queries.run('one', signal, work))
    const client = new AbortController()
    const waiting = queries.run('one', client.signal, work)
    client.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    end()
    await Promise.all(running)
    await expect(queries.run('one', signal, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    expect(await queries.run('one', signal, async () => 'again')).toBe('again')
  })
})
