import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aBeacon } from '@half-measure/shared/testing/events.ts'
import { expect, it } from 'vitest'
import { EventsApp } from '../src/testing/events-app.ts'

it('an aborted request body logs nothing: nobody has to act', async () => {
  await using app = await EventsApp.open()
  const socket = connect(app.server.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"con\r\n',
  )
  setTimeout(() => socket.destroy(), 50)
  await once(socket, 'close')
  await sleep(100)
  expect(app.lines).toEqual([])
})

it('a megabyte from one reader does not cut off the next beacon on the same connection (a proxy’s pool)', async () => {
  await using app = await EventsApp.open()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (body: string) =>
    new Promise<string>((resolve) => {
      const call = request(
        {
          port: app.server.port,
          path: '/api/events',
          method: 'POST',
          agent,
          headers: { 'Content-Type': 'application/json' },
        },
        (response) => {
          response.resume().on('end', () => resolve(String(response.statusCode)))
        },
      )
      call.on('error', (error) => resolve(error.message))
      for (let i = 0; i < body.length; i += 30_000) call.write(body.slice(i, i + 30_000))
      call.end()
    })
  expect(await send('x'.repeat(1_000_000))).toBe('413')
  expect(await send(JSON.stringify(aBeacon()))).toBe('202')
  agent.destroy()
})
