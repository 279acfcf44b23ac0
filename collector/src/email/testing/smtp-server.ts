import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly to: string
  readonly source: string
}

export interface TestSmtpServer {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Connections so far. */
  connections(): number
  /** What it was sent so far; `.` ends a message. */
  readonly commands: readonly string[]
  /** The next replies to a connection or a command, instead of success; `close` hangs up, `silence` sends nothing. */
  replyTo(command: 'CONNECT' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END', ...replies: string[]): void
  /** Sends a reply that `silence` withheld. */
  say(reply: string): void
  stop(): Promise<void>
}

/** A mail server on this machine that accepts everything by default. Implements enough of RFC 5321. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = []
  const commands: string[] = []
  const replies = new Map<string, string[]>()
  const sockets = new Set<Socket>()
  let connections = 0

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.setEncoding('utf8')
    let input = ''
    let to = ''
    let inData = false

    const reply = (command: string, usual: string): boolean => {
      const text = replies.get(command)?.shift() ?? usual
      if (text === 'close') socket.destroy()
      else if (text.startsWith('421')) socket.end(`${text}\r\n`)
      else if (text !== 'silence') socket.write(`${text}\r\n`)
      return text === usual
    }
    reply('CONNECT', '220 test ESMTP')
    const step = (line: string) => {
      const command = line.slice(0, 4).toUpperCase()
      commands.push(line)
      if (command === 'EHLO') socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else if (command === 'AUTH') reply('AUTH', '235 welcome')
      else if (command === 'MAIL') reply('MAIL', '250 ok')
      else if (command === 'RCPT') {
        to = /<([^>]*)>/.exec(line)?.[1] ?? ''
        reply('RCPT', '250 ok')
      } else if (command === 'DATA') inData = reply('DATA', '354 go on')
      else if (command === 'QUIT') socket.end('221 bye\r\n')
      else socket.write('502 what\r\n')
    }
    socket.on('data', (chunk) => {
      input += String(chunk)
      for (;;) {
        const end = inData ? input.indexOf('\r\n.\r\n') : input.indexOf('\r\n')
        if (end < 0) return
        const text = input.slice(0, end)
        input = input.slice(end + (inData ? 5 : 2))
        if (!inData) {
          step(text)
          continue
        }
        inData = false
        commands.push('.')
        const taken = replies.get('END')?.[0] ?? '250 taken'
        // Hanging up or saying nothing here leaves the delivery of an accepted mail unconfirmed.
        if (taken === 'close' || taken === 'silence' || taken.startsWith('250'))
          received.push({ to, source: text.replaceAll('\r\n..', '\r\n.') })
        reply('END', '250 taken')
      }
    })
  })

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    connections: () => connections,
    commands,
    replyTo: (command, ...texts) => void replies.set(command, [...(replies.get(command) ?? []), ...texts]),
    say(text) {
      for (const socket of sockets) socket.write(`${text}\r\n`)
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
