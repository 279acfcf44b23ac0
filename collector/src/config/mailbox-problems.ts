import { publication } from '@half-measure/shared/publication.ts'
import { isPublic } from './exposure.ts'

/**
 * Domains that nobody can register, so that no mail server accepts them: RFC 2606 and 6761. The publication's mailboxes
 * are among them until somebody writes in their own.
 */
const RESERVED = /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/i

/**
 * What keeps a public installation from sending emails to a mail server: readers would get them from, and could answer
 * only to, addresses that do not exist.
 */
export function mailboxProblems(
  env: { readonly SMTP_URL?: string | undefined; readonly MAIL_FROM: string } & Parameters<
    typeof isPublic
  >[0],
  mailboxes: readonly string[] = Object.values(publication.mailboxes),
): string[] {
  if (env.SMTP_URL === undefined || !isPublic(env)) return []
  const sender = /<([^<>]*)>$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM
  const reserved = [...new Set([sender, ...mailboxes])].filter((address) =>
    RESERVED.test(address.split('@').at(-1) ?? ''),
  )
  if (reserved.length === 0) return []
  return [
    `SMTP_URL: emails would be sent from or to ${reserved.join(', ')}, which cannot exist; write your own mailboxes into shared/src/publication.ts and build again, set MAIL_FROM if the sender is another address, or leave SMTP_URL empty`,
  ]
}
