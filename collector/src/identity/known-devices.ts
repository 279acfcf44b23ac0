import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { loadSecretKey } from '../platform/key-file.ts'

export type KnownDevices = Awaited<ReturnType<typeof loadKnownDevices>>

/**
 * Browsers in which an account has signed in before. Their failures are counted separately, so that strangers who use
 * up the account's attempts do not lock its owner out (OWASP's device cookies). They prove nothing else.
 *
 * @throws {KeyFileError}
 */
export async function loadKnownDevices(keysDir: string) {
  const key = await loadSecretKey(keysDir, 'devices.key', 'no device is known until its next sign-in')
  const proofOf = (userId: string, device: string) =>
    createHmac('sha256', key).update(`${userId}:${device}`).digest()
  return {
    /** A value for the browser to keep: the id of a device and a proof that it belongs to the account. */
    issue(userId: string) {
      const device = randomBytes(16).toString('base64url')
      return `${device}.${proofOf(userId, device).toString('base64url')}`
    },
    /** The device's id; undefined unless the value was issued for the account. */
    find(userId: string, value: string | undefined) {
      const [, device, proof] = /^([\w-]{22})[.]([\w-]{43})$/.exec(value ?? '') ?? []
      if (device === undefined || proof === undefined) return undefined
      return timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(userId, device)) ? device : undefined
    },
  }
}
