import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendLoad } from './load.ts'

describe('the benchmark load', () => {
  let server: Server
  let bodies: string[]

  beforeEach(async () => {
    bodies = []
    server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => {
        bodies.push(body)
        response.writeHead(bodies.length % 10 === 0 ? 503 : 202, { 'Content-Length': 2 }).end('{}')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.close()
    server.closeAllConnections()
  })

  const load = { connections: 4, seconds: 1 }
  const port = () => (server.address() as AddressInfo).port

  it('consists of valid beacons, each event with its own id', async () => {
    // A slow machine sends few in a second.
    for (let seconds = 1; bodies.length < 20; seconds *= 3) {
      bodies = []
      await sendLoad({ ...load, seconds, port: port(), eventsPerBeacon: 7, pauseMs: 20 })
    }
    // The last ones may have been cut off.
    const beacons = bodies.slice(0, -load.connections).map((body) => Beacon.parse(JSON.parse(body)))
    expect(beacons.length).toBeGreaterThan(10)
    const events = beacons.flatMap((beacon) => beacon.events.map((event) => Event.parse(event)))
    expect(events.length).toBe(beacons.length * 7)
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length)
    const sessions = new Set(beacons.map(({ session_id }) => session_id)).size
    expect(sessions).toBeGreaterThan(1)
    expect(sessions).toBeLessThan(beacons.length)
  })

  it('is counted by response', async () => {
    const result = await sendLoad({ ...load, port: port(), eventsPerBeacon: 1, pauseMs: 5 })
    expect(Math.abs(result.requests - bodies.length)).toBeLessThanOrEqual(load.connections)
    expect(Math.abs(result.refused - bodies.length / 10)).toBeLessThanOrEqual(load.connections)
    expect(result.p99_ms).toBeGreaterThanOrEqual(result.p50_ms)
    expect(result.broken).toBe(0)
  })

  it('repeats no id in another run', async () => {
    for (let run = 0; run < 2; run++) {
      await sendLoad({ ...load, port: port(), eventsPerBeacon: 1, pauseMs: 20 })
    }
    const ids = bodies.map((body) => /"event_id":"([^"]+)"/.exec(body)?.[1])
    expect(new Set(ids).size).toBe(ids.length)
  })
})
