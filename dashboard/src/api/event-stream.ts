import { isRefusal } from './errors.ts'
import { retryDelay } from './queries.ts'

/** The server sends something every 25 s; after more than two of these it is gone. */
const TIMEOUT_MS = 60_000

export interface ServerEvent {
  /** `message` by default. */
  name: string
  data: string
}

interface Subscription {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  onEvent: (event: ServerEvent) => void
  /** The stream could not be opened, or broke. It is reopened unless it was refused. */
  onBreak: (error: unknown) => void
  /** Ends the subscription. */
  signal: AbortSignal
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Reads a stream of events until it is ended or refused. Reconnects with back-off. */
export async function subscribe(subscription: Subscription): Promise<void> {
  const { open, onEvent, onBreak, signal, wait = pause } = subscription
  for (let failures = 0; !signal.aborted; failures++) {
    const silent = new AbortController()
    const giveUp = () => setTimeout(() => silent.abort(), TIMEOUT_MS)
    let timer = giveUp()
    try {
      for await (const event of readEvents(await open(AbortSignal.any([signal, silent.signal])))) {
        clearTimeout(timer)
        timer = giveUp()
        failures = 0
        if (event) onEvent(event)
      }
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

/**
 * The events of a stream; `null` for a comment, which serves as a heartbeat. A library would exceed Explore's size budget.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent | null> {
  let name = ''
  let data: string[] = []
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { name: name || 'message', data: data.join('\n') }
      name = ''
      data = []
    } else if (line.startsWith(':')) {
      yield null
    } else {
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
      if (field === 'event') name = value
      if (field === 'data') data.push(value)
    }
  }
}

/** Lines end with LF or CRLF; an incomplete last line is dropped. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.replace(/\r$/, '')
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
