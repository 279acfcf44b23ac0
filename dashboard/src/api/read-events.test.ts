import { describe, expect, it } from 'vitest'
import { readEvents } from './read-events.ts'

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
