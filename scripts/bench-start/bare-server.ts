import { createServer } from 'node:http'

/** The least a process can do: answer, and end when told to. */
createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(202).end())
}).listen(Number(process.env['PORT']), '127.0.0.1')
