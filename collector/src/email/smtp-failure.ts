import type { DeliveryFailure } from './transport.ts'

/** What nodemailer reports. */
export interface SmtpError extends Error {
  /** nodemailer's error code. */
  code?: string
  /** The SMTP command that failed; `API` before any was sent. */
  command?: string
  /** The server's reply, and its code. */
  response?: string
  responseCode?: number
}

/**
 * Only what the server says of the recipient or the message is final. A refusal of our account, such as a used-up quota
 * or a sender that may not relay, would fail every subscriber's email: it can be repaired, so the email waits.
 *
 * @param reachedServer whether the server was reached and accepted the login.
 */
export function failureOf(
  { code, command, response = '', responseCode = 0 }: SmtpError,
  reachedServer: boolean,
): DeliveryFailure {
  if (code === 'EENVELOPE' && command === 'API') return 'refused'
  if (!reachedServer || command === 'MAIL FROM') return 'unavailable'
  // Without a reply the connection broke or the time was up; after 421 the server ends the connection.
  if (responseCode === 0 || responseCode === 421) return 'interrupted'
  return responseCode >= 500 && isAboutEmail(response, responseCode, command) ? 'refused' : 'deferred'
}

/** RFC 3463; anywhere in the reply, but no part of an IP address. */
const ENHANCED_CODE = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/**
 * Enhanced codes about the recipient (5.1), the mailbox (5.2) and the message (5.3.4, 5.6). 5.1.7 and 5.1.8 are about the
 * sender, and providers number the quotas of their customers 5.1.90 and the like.
 */
const ABOUT_EMAIL = /^5\.(?:1\.(?:[0-69]|10)|2\.[0-4]|3\.4|6\.\d+)$/

/** Replies to RCPT by servers without enhanced codes: no such mailbox, not local, not a name of a mailbox. */
const ABOUT_RECIPIENT = [550, 551, 553]

/** The same replies also say that we may not send. */
const ABOUT_US = /relay|authenticat|sender|limit/i

/** Whether the reason of a failed email says that there is no such address, not something about its mailbox or the message. */
export function isUnknownAddress(reason: string): boolean {
  const enhanced = ENHANCED_CODE.exec(reason)?.[0]
  if (enhanced !== undefined) return /^5\.1\.(?:[0-69]|10)$/.test(enhanced)
  // The code that nodemailer has for replies to RCPT.
  return /^EENVELOPE: .*\b55[013]\b/.test(reason) && !ABOUT_US.test(reason)
}

function isAboutEmail(response: string, responseCode: number, command: string | undefined): boolean {
  const enhanced = ENHANCED_CODE.exec(response)?.[0]
  if (enhanced !== undefined) return ABOUT_EMAIL.test(enhanced)
  return command === 'RCPT TO' && ABOUT_RECIPIENT.includes(responseCode) && !ABOUT_US.test(response)
}
