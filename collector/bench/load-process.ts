/** The load of `bench:ingest`: beacons over plain sockets, from a process that shares no event loop with the server. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { Load, type LoadResult } from './load.ts'

/** Digits that are written into a request: a counter of events in their ids, one of sessions in the session's. */
const COUNTER = '000000000000'

console.log(JSON.stringify(await generate(Load.parse(JSON.parse(process.argv[2] ?? '')))))

/** Each connection sends a request, waits for the whole response, perhaps pauses, and sends the next. */
async function generate({
  port,
  eventsPerBeacon,
  connections,
  seconds,
  pauseMs = 0,
}: Load): Promise<LoadResult> {
  const requests = requestFactory(port, eventsPerBeacon)
  const result = { refused: 0, broken: 0 }
  const latencies: number[] = []
  const started = performance.now()
  const ends = started + seconds * 1000

  const sendUntilTheEnd = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1').setNoDelay()
      const nextRequest = requests()
      let response = ''
      let sentAt = 0
      const send = () => {
        if (performance.now() >= ends) return socket.end()
        sentAt = performance.now()
        return socket.write(nextRequest())
      }
      const sendAfterPause = () => {
        if (pauseMs > 0) setTimeout(send, -pauseMs * Math.log(1 - Math.random()))
        else send()
      }
      socket.on('connect', sendAfterPause)
      socket.setEncoding('latin1').on('data', (text: string) => {
        response += text
        const status = statusOf(response)
        if (status === undefined) return
        response = ''
        latencies.push(performance.now() - sentAt)
        if (status >= 400) result.refused++
        sendAfterPause()
      })
      socket.on('error', () => result.broken++)
      socket.on('close', () => resolve())
    })
  await Promise.all(Array.from({ length: connections }, sendUntilTheEnd))

  const took = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    requests: latencies.length,
    seconds: took,
    p50_ms: percentile(0.5),
    p99_ms: percentile(0.99),
    max_ms: latencies.at(-1) ?? 0,
    ...result,
  }
}

/** The status of a complete response; undefined while part of it is missing. */
function statusOf(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = /^content-length: (\d+)/im.exec(text)?.[1]
  return text.length < end + 4 + Number(length ?? 0) ? undefined : Number(text.slice(9, 12))
}

/**
 * Requests of one run. Each connection writes fresh digits into one buffer, which the kernel has copied by the time
 * the response is there: building texts would cost as much as the server that is measured.
 */
function requestFactory(port: number, eventsPerBeacon: number): () => () => Buffer {
  const run = randomBytes(4).toString('hex')
  const eventId = `${run}-0000-4000-8000-${COUNTER}`
  const now = new Date()
  const sessionId = `session_${now.getTime()}_${COUNTER}`
  const at = now.toISOString()
  const beacon: SentBeacon = {
    consent: { analytics: true, version: '2026-11', at },
    session_id: sessionId,
    sent_at: at,
    events: Array.from({ length: eventsPerBeacon }, (_, index) => sampleEvent(index, eventId, at)),
  }
  const body = JSON.stringify(beacon)
  const text = [
    'POST /api/events HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
    `Content-Length: ${body.length}`,
    `\r\n${body}`,
  ].join('\r\n')
  const session = text.indexOf(sessionId) + sessionId.length
  const events = [...text.matchAll(new RegExp(eventId, 'g'))].map(({ index }) => index + eventId.length)

  let eventCount = 0
  let requestCount = 0
  return () => {
    const buffer = Buffer.from(text, 'latin1')
    return () => {
      // Five beacons make a session.
      writeDigits(buffer, session, Math.floor(requestCount++ / 5))
      for (const end of events) writeDigits(buffer, end, eventCount++)
      return buffer
    }
  }
}

/** Writes the number in decimal digits, the last one right before `end`. */
function writeDigits(buffer: Buffer, end: number, number: number): void {
  for (let at = end - 1, rest = number; at >= end - COUNTER.length; at--, rest = Math.floor(rest / 10))
    buffer[at] = 48 + (rest % 10)
}

/** Page views and engagement in turn, now and then a click, once in a while a conversion. */
function sampleEvent(index: number, event_id: string, occurred_at: string): SentEvent {
  const common = { event_id, occurred_at }
  const page_path = '/articles/pine-beer'
  if (index % 25 === 24)
    return { type: 'conversion', ...common, page_path: '/newsletter', event_type: 'newsletter_signup' }
  if (index % 5 === 4)
    return { type: 'click', ...common, page_path, element_type: 'link', element_id: 'next-article' }
  if (index % 2 === 1)
    return { type: 'engagement', ...common, page_path, active_ms: 30_000, scroll_depth: 40 }
  return {
    type: 'page_view',
    ...common,
    page_path,
    page_title: 'The Trouble with Drinking a Christmas Tree | Half Measure',
    referrer: 'https://www.google.com/',
    screen: '390x844',
    language: 'en-GB',
    timezone: 'Europe/London',
  }
}
