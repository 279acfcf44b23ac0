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
      // If the connection breaks, the email may have been accepted, so the outbox decides about retries.
      maxRequeues: 0,
      ...(needsEncryption(url) ? { requireTLS: true } : {}),
      ...timeouts,
    })
    opened.use('stream', ({ data, message }, done) => {
      const attempt = data.signal && attempts.get(data.signal)
      message.processFunc((source) => {
        attempt?.reachServer()
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
      try {
        transporter ??= open()
        await (await transporter).sendMail({ ...messageOf(email, from), signal: attempt.signal })
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
  /** Whether the server was reached and accepted the login. */
  readonly reachedServer: boolean
  readonly isTooLate: boolean
  reachServer(): void
  /** The server has the whole message. */
  handOver(): void
  end(): void
}

function beginAttempt(closing: AbortSignal): Attempt {
  const deadline = new AbortController()
  let timer = setTimeout(() => deadline.abort(), SENDING_MS)
  let reachedServer = false
  return {
    signal: AbortSignal.any([closing, deadline.signal]),
    get reachedServer() {
      return reachedServer
    },
    get isTooLate() {
      return deadline.signal.aborted
    },
    reachServer() {
      reachedServer = true
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

function toDeliveryError(error: SmtpError, { reachedServer, isTooLate }: Attempt): DeliveryError {
  const reason = isTooLate
    ? 'ETIMEDOUT: The mail server did not respond in time'
    : `${error.code ?? 'unknown'}: ${error.message}`
  return new DeliveryError(reason, { failure: failureOf(error, reachedServer), cause: error })
}
