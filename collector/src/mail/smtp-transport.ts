import { createTransport } from 'nodemailer'
import { messageOf } from './message.ts'
import { ATTEMPT_MS } from './outbox.ts'
import { DeliveryError, type MailTransport } from './transport.ts'

/** Waits of one attempt; together they stay below `ATTEMPT_MS`. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
}

/**
 * Delivery to a mail server. A password goes over an encrypted connection only, unless the server is this machine
 * or the address says otherwise (`?requireTLS=false`).
 *
 * @param url `smtp://…` or `smtps://…`, with or without a name and password.
 */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const transporter = createTransport({
    url,
    // One connection for the letters of an edition, which come one after the other.
    pool: true,
    maxConnections: 1,
    // A mail whose connection broke may have been taken: whether to send it again is not the pool's to say.
    maxRequeues: 0,
    ...(needsEncryption(url) ? { requireTLS: true } : {}),
    ...timeouts,
  })
  const closing = new AbortController()
  return {
    async deliver(mail) {
      try {
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ATTEMPT_MS * 0.75)])
        await transporter.sendMail({ ...messageOf(mail, from), signal })
      } catch (error) {
        throw toDeliveryError(error)
      }
    },
    close() {
      closing.abort()
      transporter.close()
    },
  }
}

function needsEncryption(url: string): boolean {
  const { username, hostname, protocol } = new URL(url)
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !isHere && !new URL(url).searchParams.has('requireTLS')
}

interface SmtpError extends Error {
  /** nodemailer's name of the failure. */
  code?: string
  /** What was being said to the server; `API` before anything was. */
  command?: string
  /** The server's three digits. */
  responseCode?: number
}

/**
 * Final is what the server holds against this recipient or this message. Everything else, a rejected sender or
 * password included, is somebody's to mend, and the mail waits for it.
 */
function toDeliveryError(error: unknown): DeliveryError {
  const { message, code = 'unknown', command = '', responseCode = 0 } = error as SmtpError
  const refused = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const unaddressable = code === 'EENVELOPE' && command === 'API'
  return new DeliveryError(`${code}: ${message}`, { final: refused || unaddressable, cause: error })
}
