import { describe, expect, it } from 'vitest'
import { ResultCache } from './result-cache.ts'

const { signal } = new AbortController()
const asOf = () => 1_000

function counting() {
  const calls: string[] = []
  const make = (answer: string) => () => {
    calls.push(answer)
    return Promise.resolve({ answer })
  }
  return { calls, make }
}

describe('ResultCache', () => {
  it('gives an answer again while it lasts, and says so', async () => {
    const cache = new ResultCache<{ answer: string }>()
    const { calls, make } = counting()
    expect(await cache.get('q', 60_000, asOf, make('one'), signal)).toEqual({
      value: { answer: 'one' },
      asOf: 1_000,
      cached: false,
    })
    expect(await cache.get('q', 60_000, asOf, make('two'), signal)).toMatchObject({
      value: { answer: 'one' },
      cached: true,
    })
    await cache.get('other', 60_000, asOf, make('three'), signal)
    expect(calls).toEqual(['one', 'three'])
  })

  it('asks again when it has expired or everything is forgotten', async () => {
    const cache = new ResultCache<{ answer: string }>()
    const { calls, make } = counting()
    await cache.get('q', 1, asOf, make('one'), signal)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await cache.get('q', 60_000, asOf, make('two'), signal)
    cache.clear()
    await cache.get('q', 60_000, asOf, make('three'), signal)
    expect(calls).toEqual(['one', 'two', 'three'])
  })

  it('does not keep what was being made when everything was forgotten', async () => {
    const cache = new ResultCache<{ answer: string }>()
    const { calls, make } = counting()
    let finish = () => {}
    const slow = () =>
      new Promise<{ answer: string }>((resolve) => (finish = () => resolve({ answer: 'old' })))
    const first = cache.get('q', 60_000, asOf, slow, signal)
    cache.clear()
    finish()
    await first
    await cache.get('q', 60_000, asOf, make('new'), signal)
    expect(calls).toEqual(['new'])
  })

  it('makes one answer for all who ask at once', async () => {
    const cache = new ResultCache<{ answer: string }>()
    const { calls, make } = counting()
    const answers = await Promise.all([1, 2, 3].map(() => cache.get('q', 60_000, asOf, make('one'), signal)))
    expect(calls).toEqual(['one'])
    expect(answers.map(({ cached }) => cached)).toEqual([false, true, true])
  })

  it('ends the making when the last of them has gone, and not before', async () => {
    const cache = new ResultCache<{ answer: string }>()
    const [one, two] = [new AbortController(), new AbortController()]
    let ended = false
    const make = (running: AbortSignal) => {
      running.addEventListener('abort', () => (ended = true))
      return new Promise<{ answer: string }>(() => {})
    }
    const waiting = [one, two].map((client) => cache.get('q', 60_000, asOf, make, client.signal))
    one.abort(new Error('gone'))
    await expect(waiting[0]).rejects.toThrow('gone')
    expect(ended).toBe(false)
    two.abort(new Error('gone too'))
    await expect(waiting[1]).rejects.toThrow('gone too')
    expect(ended).toBe(true)
  })

  it('keeps no failure', async () => {
    const cache = new ResultCache<{ answer: string }>()
    const { make } = counting()
    await expect(cache.get('q', 60_000, asOf, () => Promise.reject(new Error('no')), signal)).rejects.toThrow(
      'no',
    )
    expect((await cache.get('q', 60_000, asOf, make('yes'), signal)).value).toEqual({ answer: 'yes' })
  })
})
