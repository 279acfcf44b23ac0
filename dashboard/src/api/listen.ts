import { isRefusal } from './api-error.ts'
import { readEvents, type ServerEvent } from './read-events.ts'
import { retryDelay } from './query-client.ts'

/** The server says something every 25 s; after more than two of them it is gone. */
const SILENCE_MS = 60_000

interface Listening {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  onEvent: (event: ServerEvent) => void
  /** The stream could not be had, or broke off; it is tried again, unless it was refused. */
  onBreak: (error: unknown) => void
  /** Ends it. */
  signal: AbortSignal
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Listens to a stream until told to stop, or refused. What breaks off is taken up again: at once, then more slowly. */
export async function listen({ open, onEvent, onBreak, signal, wait = pause }: Listening): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const silence = new Silence(signal)
    try {
      for await (const event of readEvents(await open(silence.signal))) {
        silence.broken()
        failures = 0
        if (event) onEvent(event)
      }
      onBreak(new Error('The stream ended.'))
    } catch (error) {
      if (signal.aborted) return
      onBreak(error)
      if (isRefusal(error)) return
    } finally {
      silence.end()
    }
    await wait(retryDelay(failures), signal)
  }
}

/** Ends a stream on which nothing was said for too long, and with it what is listened for. */
class Silence {
  readonly signal: AbortSignal
  private readonly tooLong = new AbortController()
  private timer = this.start()

  constructor(ended: AbortSignal) {
    this.signal = AbortSignal.any([ended, this.tooLong.signal])
  }

  broken(): void {
    clearTimeout(this.timer)
    this.timer = this.start()
  }

  end(): void {
    clearTimeout(this.timer)
    this.tooLong.abort()
  }

  private start() {
    return setTimeout(() => this.tooLong.abort(), SILENCE_MS)
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
