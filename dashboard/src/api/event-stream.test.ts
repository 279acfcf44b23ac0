import { describe, expect, it } from 'vitest'
import { readEvents, subscribe } from './event-stream.ts'
import { refusal } from './testing/refusal.ts'

const said = (text: string) => new Response(text).body as ReadableStream<Uint8Array>

/** Listens to streams that are there one after the other; the last one ends the listening. */
async function listenTo(streams: (ReadableStream<Uint8Array> | Error)[]) {
  const stop = new AbortController()
  const heard: string[] = []
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
    onEvent: ({ data }) => heard.push(data),
    onBreak: (error) => breaks.push(error),
    wait: async (ms) => void waits.push(ms),
  })
  return { heard, breaks, waits }
}

describe('subscribe', () => {
  it('takes up again what broke off', async () => {
    const { heard, waits } = await listenTo([said('data: 1\n\n'), said('data: 2\n\n'), said('')])
    expect(heard).toEqual(['1', '2'])
    expect(waits.slice(0, 2)).toEqual([1_000, 1_000])
  })

  it('waits longer after each failure, and starts over after a message', async () => {
    const unavailable = new Error('unavailable')
    const { breaks, waits } = await listenTo([
      unavailable,
      unavailable,
      said('data: 1\n\n'),
      unavailable,
      said(''),
    ])
    expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 1_000, 2_000])
    expect(breaks[0]).toBe(unavailable)
  })

  it('does not retry after a refusal', async () => {
    const refused = refusal(403)
    const { breaks, waits } = await listenTo([refused, said('data: 1\n\n')])
    expect(breaks).toEqual([refused])
    expect(waits).toEqual([])
  })
})

/** The bytes of a text in pieces of one length, so that every place is a seam at some length. */
function inPieces(text: string, length: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length))
      controller.close()
    },
  })
}

async function all(text: string, length = 3): Promise<unknown[]> {
  const events: unknown[] = []
  for await (const event of readEvents(inPieces(text, length))) events.push(event)
  return events
}

describe('readEvents', () => {
  it.each([1, 2, 3, 7, 1_000])('reads names and data, however the bytes are cut: %i', async (length) => {
    const text = 'event: now\r\ndata: {"é":1}\r\n\r\n: ping\n\ndata: a\ndata:b\n\nevent: end\ndata\n\n'
    expect(await all(text, length)).toEqual([
      { name: 'now', data: '{"é":1}' },
      null,
      { name: 'message', data: 'a\nb' },
      { name: 'end', data: '' },
    ])
  })

  it('waits for the end of an event, and drops one that was cut off', async () => {
    expect(await all('event: now\ndata: 1\n')).toEqual([])
    expect(await all('event: now\n\n')).toEqual([])
  })

  it('lets go of the connection when nobody listens any more', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => void (cancelled = true),
    })
    for await (const event of readEvents(body)) {
      expect(event?.data).toBe('1')
      break
    }
    expect(cancelled).toBe(true)
  })
})
