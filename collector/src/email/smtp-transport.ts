import { ATTEMPT_MS } from './outbox.ts'
import { DeliveryError, type EmailTransport, messageOf } from './transport.ts'

/** Timeouts of one attempt; together below `ATTEMPT_MS`. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
}

/**
 * Delivers to a mail server. A password is sent over an encrypted connection only, unless the server is on this machine
 * or the URL has `?requireTLS=false`.
 *
 * @param url `smtp://…` or `smtps://…`, with or without credentials.
 */
export function createSmtpTransport(url: string, from: string): EmailTransport {
  const open = async () => {
    // Loaded with the first email: nothing else needs it.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      // One connection for all emails of a newsletter issue.
      pool: true,
      maxConnections: 1,
      // If the connection breaks, the email may have been accepted, so the outbox decides about retries.
      maxRequeues: 0,
      ...(needsEncryption(url) ? { requireTLS: true } : {}),
      ...timeouts,
    })
  }
  let transporter: ReturnType<typeof open> | undefined
  const closing = new AbortController()
  return {
    async deliver(email) {
      try {
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ATTEMPT_MS * 0.75)])
        transporter ??= open()
        await (await transporter).sendMail({ ...messageOf(email, from), signal })
      } catch (error) {
        throw toDeliveryError(error)
      }
    },
    close() {
      closing.abort()
      void transporter?.then((opened) => opened.close())
    },
  }
}

function needsEncryption(url: string): boolean {
  const { username, hostname, protocol } = new URL(url)
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !isHere && !new URL(url).searchParams.has('requireTLS')
}

interface SmtpError extends Error {
  /** nodemailer's error code. */
  code?: string
  /** The SMTP command that failed; `API` before any was sent. */
  command?: string
  /** The server's reply code. */
  responseCode?: number
}

/**
 * Refusals of the recipient or the message are final. Anything else, such as a refused sender or password, can be
 * repaired, so the email waits.
 */
function toDeliveryError(error: unknown): DeliveryError {
  const { message, code = 'unknown', command = '', responseCode = 0 } = error as SmtpError
  const refused = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const unaddressable = code === 'EENVELOPE' && command === 'API'
  return new DeliveryError(`${code}: ${message}`, { final: refused || unaddressable, cause: error })
}
