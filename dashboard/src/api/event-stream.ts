import { createParser } from 'eventsource-parser'
import { isRefusal } from './errors.ts'
import { retryDelay } from './queries.ts'

/** The server sends something every 25 s; after more than two of these it is gone. */
const TIMEOUT_MS = 60_000

/** One server-sent event. */
export interface ServerEvent {
  /** `message` where the server gives no name. */
  name: string
  data: string
}

interface Subscription {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  onEvent: (event: ServerEvent) => void
  /** The stream could not be opened, or broke off. It is opened again, unless it was refused. */
  onBreak: (error: unknown) => void
  /** Ends the subscription. */
  signal: AbortSignal
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Reads a stream of events until it is ended or refused, and reconnects with back-off. */
export async function subscribe({
  open,
  onEvent,
  onBreak,
  signal,
  wait = pause,
}: Subscription): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const silent = new AbortController()
    const giveUp = () => setTimeout(() => silent.abort(), TIMEOUT_MS)
    let timer = giveUp()
    try {
      await readEvents(await open(AbortSignal.any([signal, silent.signal])), onEvent, () => {
        clearTimeout(timer)
        timer = giveUp()
        failures = 0
      })
      onBreak(new Error('The stream ended.'))
    } catch (error) {
      if (signal.aborted) return
      onBreak(error)
      if (isRefusal(error)) return
    } finally {
      clearTimeout(timer)
      silent.abort()
    }
    await wait(retryDelay(failures), signal)
  }
}

/** Resolves at the end of the stream. @param onBytes whatever comes, a comment too, is a sign of life. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
  onBytes: () => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ event = 'message', data }) => onEvent({ name: event, data }) })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    // A reader that stops early closes the connection.
    await reader.cancel().catch(() => {})
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
