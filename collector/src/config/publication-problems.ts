import { publication } from '@half-measure/shared/publication.ts'
import { isPublic } from './exposure.ts'

/**
 * Domains that nobody can register, so that no mail server accepts them: RFC 2606 and 6761. The publication's mailboxes
 * are among them until somebody writes in their own.
 */
const RESERVED = /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/i

/** In the publisher's name and address until somebody writes in their own. */
const PLACEHOLDER = /\bexample\b/i

interface Publication {
  readonly mailboxes: Readonly<Record<string, string>>
  readonly publisher: { readonly name: string; readonly address: string }
}

/**
 * What keeps a public installation from sending emails to a mail server: readers would get them from, and could answer
 * only to, addresses that do not exist, and could not learn who is responsible for what is kept about them.
 */
export function publicationProblems(
  env: { readonly SMTP_URL?: string | undefined; readonly MAIL_FROM: string } & Parameters<
    typeof isPublic
  >[0],
  { mailboxes, publisher }: Publication = publication,
): string[] {
  if (env.SMTP_URL === undefined || !isPublic(env)) return []
  const problems: string[] = []
  const sender = /<([^<>]*)>$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM
  const reserved = [...new Set([sender, ...Object.values(mailboxes)])].filter((address) =>
    RESERVED.test(address.split('@').at(-1) ?? ''),
  )
  if (reserved.length > 0)
    problems.push(
      `SMTP_URL: emails would be sent from or to ${reserved.join(', ')}, which cannot exist; write your own mailboxes into shared/src/publication.ts and build again, set MAIL_FROM if the sender is another address, or leave SMTP_URL empty`,
    )
  if (PLACEHOLDER.test(`${publisher.name} ${publisher.address}`))
    problems.push(
      `SMTP_URL: emails would be sent for ${publisher.name}, ${publisher.address}, which is a placeholder; write the publisher’s name and postal address into shared/src/publication.ts and build again, or leave SMTP_URL empty`,
    )
  return problems
}
