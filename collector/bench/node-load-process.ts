/**
 * Load where wrk is not installed: the same requests (see `beacon.lua`) over plain sockets. Arguments: connections,
 * seconds, address, then those of the script.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const [
  connections = '',
  seconds = '',
  address = '',
  file = '',
  eventMark = '',
  visitMark = '',
  run = '',
  pause = '',
] = process.argv.slice(2)
const { hostname, port, pathname, host } = new URL(address)
const pauseMs = Number(pause)
const template = readFileSync(file, 'utf8')
const parts = template.split(new RegExp(`(${eventMark}|${visitMark})`))
const head = [
  `POST ${pathname} HTTP/1.1`,
  `Host: ${host}`,
  'Content-Type: application/json',
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
  `Content-Length: ${template.length}`,
  '\r\n',
].join('\r\n')

let events = 0
let requests = 0
let refused = 0
let broken = 0
const latencies: number[] = []
const started = performance.now()
const ends = started + Number(seconds) * 1000

await Promise.all(Array.from({ length: Number(connections) }, sendUntilTheEnd))
const took = (performance.now() - started) / 1000
latencies.sort((one, other) => one - other)
const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
console.log(
  JSON.stringify({
    requests: latencies.length,
    seconds: took,
    p50_ms: percentile(0.5),
    p99_ms: percentile(0.99),
    max_ms: latencies.at(-1) ?? 0,
    refused,
    broken,
  }),
)

/** One connection: a request, its whole answer, perhaps a pause, the next. */
function sendUntilTheEnd(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay()
    let answer = ''
    let sentAt = 0
    const send = () => {
      if (performance.now() >= ends) {
        socket.end()
        return
      }
      sentAt = performance.now()
      socket.write(nextRequest())
    }
    socket.on('connect', send)
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
      const status = wholeAnswer(answer)
      if (status === undefined) return
      answer = ''
      latencies.push(performance.now() - sentAt)
      if (status >= 400) refused++
      if (pauseMs > 0) setTimeout(send, -pauseMs * Math.log(1 - Math.random()))
      else send()
    })
    socket.on('error', () => broken++)
    socket.on('close', () => resolve())
  })
}

/** The status of an answer, once all of it is there. */
function wholeAnswer(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = /^content-length: (\d+)/im.exec(text)?.[1]
  if (text.length < end + 4 + Number(length ?? 0)) return undefined
  return Number(text.slice(9, 12))
}

function nextRequest(): string {
  requests++
  let text = head
  for (const part of parts) {
    if (part === eventMark) text += `${run}-0000-4000-8000-${(++events).toString(16).padStart(12, '0')}`
    else if (part === visitMark) text += String(Math.floor(requests / 5)).padStart(12, '0')
    else text += part
  }
  return text
}
