import { createHmac, timingSafeEqual } from 'node:crypto'
import { loadSecretKey } from '../../platform/key-file.ts'

/** How long a preview's URL works. Milliseconds. */
const TICKET_MS = 10 * 60_000

/**
 * Tickets in the URLs of previews, because a frame cannot send a bearer token. Each is for one version of one issue, and
 * expires after some minutes.
 */
export interface PreviewTickets {
  issue(preview: IssueVersion): string
  admits(ticket: string, preview: IssueVersion): boolean
}

interface IssueVersion {
  readonly id: string
  readonly version: number
}

/** @throws {KeyFileError} */
export async function loadPreviewTickets(keysDir: string, now: () => Date): Promise<PreviewTickets> {
  const key = await loadSecretKey(keysDir, 'previews.key', 'open previews expire')
  const sign = ({ id, version }: IssueVersion, expires: number) =>
    createHmac('sha256', key).update(`preview:${id}:${version}:${expires}`).digest()

  return {
    issue(preview) {
      const expires = now().getTime() + TICKET_MS
      return `${expires}.${sign(preview, expires).toString('base64url')}`
    },
    admits(ticket, preview) {
      const [expires = '', given = ''] = ticket.split('.')
      const signature = Buffer.from(given, 'base64url')
      const expected = sign(preview, Number(expires))
      return (
        signature.length === expected.length &&
        timingSafeEqual(signature, expected) &&
        Number(expires) > now().getTime()
      )
    },
  }
}
