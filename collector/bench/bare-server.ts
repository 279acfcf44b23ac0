/** The baseline of the benchmarks: node:http that parses the same JSON and responds as briefly. Ends with its parent. */
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { events } = JSON.parse(Buffer.concat(chunks).toString()) as { events: unknown[] }
    const body = JSON.stringify({ accepted: events.length, duplicates: 0, rejected: [] })
    response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    response.end(body)
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('listening'))
process.on('disconnect', () => process.exit())
