import { createHmac, timingSafeEqual } from 'node:crypto'
import { loadSecretKey } from '../../auth/secret-key.ts'

/** How long the address of a preview works. Milliseconds. */
const TICKET_MS = 10 * 60_000

/**
 * A frame cannot show who asks, so the address of a preview carries the permission: for one version of one edition,
 * for some minutes.
 */
export interface LetterTickets {
  issue(edition: { id: string; version: number }): string
  admits(ticket: string, edition: { id: string; version: number }): boolean
}

export function createLetterTickets(key: Buffer, now: () => Date): LetterTickets {
  const sign = ({ id, version }: { id: string; version: number }, expires: number) =>
    createHmac('sha256', key).update(`letter:${id}:${version}:${expires}`).digest()

  return {
    issue(edition) {
      const expires = now().getTime() + TICKET_MS
      return `${expires}.${sign(edition, expires).toString('base64url')}`
    },
    admits(ticket, edition) {
      const [expires = '', given = ''] = ticket.split('.')
      const signature = Buffer.from(given, 'base64url')
      const expected = sign(edition, Number(expires))
      return (
        signature.length === expected.length &&
        timingSafeEqual(signature, expected) &&
        Number(expires) > now().getTime()
      )
    },
  }
}

/** @throws {KeyFileError} */
export async function loadLetterTickets(keysDir: string, now: () => Date = () => new Date()) {
  return createLetterTickets(
    await loadSecretKey(keysDir, 'previews.key', 'previews that are open are over'),
    now,
  )
}
