import { describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { refusal } from './testing/refusal.ts'

const said = (text: string) => new Response(text).body as ReadableStream<Uint8Array>

/** Listens to streams that are there one after the other; the last one ends the listening. */
async function listenTo(streams: (ReadableStream<Uint8Array> | Error)[]) {
  const stop = new AbortController()
  const heard: string[] = []
  const breaks: unknown[] = []
  const waits: number[] = []
  await listen({
    signal: stop.signal,
    async open() {
      const stream = streams.shift()
      if (streams.length === 0) stop.abort()
      if (stream instanceof Error || stream === undefined) throw stream ?? new Error('no more')
      return stream
    },
    onEvent: ({ data }) => heard.push(data),
    onBreak: (error) => breaks.push(error),
    wait: async (ms) => void waits.push(ms),
  })
  return { heard, breaks, waits }
}

describe('listen', () => {
  it('takes up again what broke off', async () => {
    const { heard, waits } = await listenTo([said('data: 1\n\n'), said('data: 2\n\n'), said('')])
    expect(heard).toEqual(['1', '2'])
    expect(waits.slice(0, 2)).toEqual([1_000, 1_000])
  })

  it('waits longer after each failure, and begins anew once something was said', async () => {
    const away = new Error('away')
    const { breaks, waits } = await listenTo([away, away, said('data: 1\n\n'), away, said('')])
    expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 1_000, 2_000])
    expect(breaks[0]).toBe(away)
  })

  it('does not ask again what was refused', async () => {
    const refused = refusal(403)
    const { breaks, waits } = await listenTo([refused, said('data: 1\n\n')])
    expect(breaks).toEqual([refused])
    expect(waits).toEqual([])
  })
})
