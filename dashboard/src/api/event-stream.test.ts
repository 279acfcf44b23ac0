import { describe, expect, it } from 'vitest'
import { type ServerEvent, subscribe } from './event-stream.ts'
import { refusal } from './testing/refusal.ts'

const said = (text: string) => new Response(text).body as ReadableStream<Uint8Array>

/** Listens to streams that are there one after the other; the last one ends the listening. */
async function listenTo(streams: (ReadableStream<Uint8Array> | Error)[]) {
  const stop = new AbortController()
  const events: ServerEvent[] = []
  const breaks: unknown[] = []
  const waits: number[] = []
  await subscribe({
    signal: stop.signal,
    async open() {
      const stream = streams.shift()
      if (streams.length === 0) stop.abort()
      if (stream instanceof Error || stream === undefined) throw stream ?? new Error('no more')
      return stream
    },
    onEvent: (event) => events.push(event),
    onBreak: (error) => breaks.push(error),
    wait: async (ms) => void waits.push(ms),
  })
  return { events, heard: events.map(({ data }) => data), breaks, waits }
}

describe('subscribe', () => {
  it('takes up again what broke off', async () => {
    const { heard, waits } = await listenTo([said('data: 1\n\n'), said('data: 2\n\n'), said('')])
    expect(heard).toEqual(['1', '2'])
    expect(waits.slice(0, 2)).toEqual([1_000, 1_000])
  })

  it('waits longer after each failure, and starts over after a message', async () => {
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

describe('a stream', () => {
  it.each([1, 2, 3, 7, 1_000])('has names and data, however its bytes are cut: %i', async (length) => {
    const text = 'event: now\r\ndata: {"é":1}\r\n\r\n: ping\n\ndata: a\ndata:b\n\nevent: cut off\ndata: 1\n'
    const bytes = new TextEncoder().encode(text)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length))
        controller.close()
      },
    })
    expect((await listenTo([body, said('')])).events).toEqual([
      { name: 'now', data: '{"é":1}' },
      { name: 'message', data: 'a\nb' },
    ])
  })

  it('is closed when somebody who listens fails', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => void (cancelled = true),
    })
    const broken = new Error('broken')
    const stop = new AbortController()
    const breaks: unknown[] = []
    await subscribe({
      signal: stop.signal,
      open: async () => body,
      onEvent: () => {
        throw broken
      },
      onBreak: (error) => breaks.push(error),
      wait: async () => stop.abort(),
    })
    expect({ cancelled, breaks }).toEqual({ cancelled: true, breaks: [broken] })
  })
})
