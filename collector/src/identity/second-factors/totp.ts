import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, steps of 30 seconds. */
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps that a phone's clock may be off, either way. */
const TOLERANCE = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 recommends. */
export function createTotpSecret(): Buffer {
  return randomBytes(20)
}

/** What an app scans: `otpauth://…`. */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = new URLSearchParams({ secret: base32(secret), issuer })
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`
}

/** The code at a moment. */
export function totpCode(secret: Buffer, at: Date): string {
  return codeOfStep(secret, stepAt(at))
}

/**
 * The time step of a code, if it is current and later than `after`. All candidates are compared, each in constant time.
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

/** RFC 4648 base32 without padding, as authenticator apps take it. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31]
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
