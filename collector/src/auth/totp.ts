import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base32 } from './base32.ts'

/** RFC 6238 with what every authenticator app takes: SHA-1, six digits, steps of 30 seconds. */
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps that a phone's clock may be off, either way. */
const TOLERANCE = 1

/** 160 bits, as RFC 4226 asks. */
export function createTotpSecret(): Buffer {
  return randomBytes(20)
}

/** What an app reads from a picture or by hand. */
export function totpAddress(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = new URLSearchParams({ secret: base32(secret), issuer })
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`
}

/** The code of a moment. */
export function totpCode(secret: Buffer, at: Date): string {
  return codeOfStep(secret, stepAt(at))
}

/**
 * The step whose code it is, if it is one of about now and later than `after`. All candidates are compared, each in
 * constant time.
 */
export function matchTotp(secret: Buffer, code: string, at: Date, after: number | null): number | undefined {
  let matched: number | undefined
  for (let step = stepAt(at) - TOLERANCE; step <= stepAt(at) + TOLERANCE; step += 1) {
    const expected = Buffer.from(codeOfStep(secret, step))
    const given = Buffer.from(code)
    const isEqual = given.length === expected.length && timingSafeEqual(given, expected)
    if (isEqual && step > (after ?? -Infinity)) matched = step
  }
  return matched
}

function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS)
}

/** RFC 4226, section 5.3. */
function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
