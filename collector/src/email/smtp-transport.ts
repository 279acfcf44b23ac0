import type { Readable } from 'node:stream'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { DeliveryError, type EmailTransport, messageOf } from './transport.ts'
import { type SmtpError, failureOf } from './smtp-failure.ts'

/** Until the server has the whole message. Milliseconds. */
const SENDING_MS = 90_000
/**
 * From then until it accepts or refuses the message, as RFC 5321, 4.5.3.2.6, demands: a server that filters slowly has
 * the message, and would get it again after each timeout. Together below `ATTEMPT_MS`. Milliseconds.
 */
const ACCEPTING_MS = 10 * MINUTE_MS

const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  // nodemailer has one for every command, so it must not end what may take longest; `startDeadline` bounds the others.
  socketTimeout: ACCEPTING_MS + MINUTE_MS,
  // Servers close connections that idle for a minute or more.
  idleTimeout: 30_000,
}

/**
 * Delivers to a mail server. A password is sent over an encrypted connection only, unless the server is on this machine
 * or the URL has `?requireTLS=false`.
 *
 * @param url `smtp://…` or `smtps://…`, with or without credentials.
 * @param name of this host, for the server's greeting. Relays of large providers refuse the default of a container.
 */
export function createSmtpTransport(url: string, from: string, name: string): EmailTransport {
  /** Attempts by their signal, the only thing about them that nodemailer passes on. */
  const attempts = new WeakMap<AbortSignal, Attempt>()
  const open = async () => {
    // Loaded with the first email: nothing else needs it.
    const { createTransport } = await import('nodemailer')
    const opened = createTransport({
      url,
      name,
      // One connection for all emails of a newsletter issue.
      pool: true,
      maxConnections: 1,
      // If the connection breaks, the email may have been accepted, so `deliver` and the outbox decide about retries.
      maxRequeues: 0,
      ...(needsEncryption(url) ? { requireTLS: true } : {}),
      ...timeouts,
    })
    opened.use('stream', ({ data, message }, done) => {
      const attempt = data.signal && attempts.get(data.signal)
      message.processFunc((source) => {
        if (attempt) attempt.message = source
        return source.once('end', () => attempt?.handOver())
      })
      done()
    })
    return opened
  }
  let transporter: ReturnType<typeof open> | undefined
  const closing = new AbortController()
  return {
    async deliver(email) {
      const attempt = beginAttempt(closing.signal)
      attempts.set(attempt.signal, attempt)
      const send = async () => {
        attempt.message = undefined
        transporter ??= open()
        await (await transporter).sendMail({ ...messageOf(email, from), signal: attempt.signal })
      }
      try {
        await send().catch((error: unknown) => {
          // Some servers end a connection after a number of messages.
          if (!isCutOff(error as SmtpError, attempt)) throw error
          return send()
        })
      } catch (error) {
        throw toDeliveryError(error as SmtpError, attempt)
      } finally {
        attempt.end()
      }
    },
    close() {
      closing.abort()
      void transporter?.then((opened) => opened.close())
    },
  }
}

interface Attempt {
  /** Aborts the attempt at its deadline, or when the transport closes. */
  readonly signal: AbortSignal
  /** What is sent, once the server was reached and accepted the login. */
  message: Readable | undefined
  readonly isTooLate: boolean
  /** The server has the whole message. */
  handOver(): void
  end(): void
}

function beginAttempt(closing: AbortSignal): Attempt {
  const deadline = new AbortController()
  let timer = setTimeout(() => deadline.abort(), SENDING_MS)
  return {
    signal: AbortSignal.any([closing, deadline.signal]),
    message: undefined,
    get isTooLate() {
      return deadline.signal.aborted
    },
    handOver() {
      clearTimeout(timer)
      timer = setTimeout(() => deadline.abort(), ACCEPTING_MS)
    },
    end() {
      clearTimeout(timer)
    },
  }
}

function needsEncryption(url: string): boolean {
  const { username, hostname, protocol } = new URL(url)
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !isHere && !new URL(url).searchParams.has('requireTLS')
}

/** Whether the connection ended before a byte of the message was sent: then the server cannot have accepted it. */
function isCutOff({ code, responseCode }: SmtpError, { message }: Attempt): boolean {
  return code === 'ECONNECTION' && responseCode === undefined && message?.readableDidRead === false
}

function toDeliveryError(error: SmtpError, { message, isTooLate }: Attempt): DeliveryError {
  const reason = isTooLate
    ? 'ETIMEDOUT: The mail server did not respond in time'
    : `${error.code ?? 'unknown'}: ${error.message}`
  return new DeliveryError(reason, { failure: failureOf(error, message !== undefined), cause: error })
}
