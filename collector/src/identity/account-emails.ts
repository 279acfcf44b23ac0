import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Db } from '../database/schema/database.ts'
import type { AccountTokenPurpose } from '../database/schema/identity-tables.ts'
import { renderEmail } from '../email/email.ts'
import { button, type EmailContent, paragraph } from '../email/email-content.ts'
import type { AccountEmailKind, OutboxEmail } from '../email/outbox.ts'
import type { Identity } from './identity.ts'

interface LinkEmail {
  readonly kind: AccountEmailKind
  /** Of the link, milliseconds. */
  readonly lifetime: number
  readonly path: string
  readonly content: (link: string) => EmailContent
}

/** Emailed links, by purpose. */
export const linkEmails: Readonly<Record<AccountTokenPurpose, LinkEmail>> = {
  recovery: {
    kind: 'password-recovery',
    lifetime: HOUR_MS,
    path: 'recover',
    content: (link) => ({
      subject: 'Set a new password',
      preview: 'The link works once, for an hour.',
      title: 'Set a new password',
      blocks: [
        paragraph(
          `Somebody asked for a new password for your account at the dashboard of ${publication.name}. If that was you, this link lets you set one. It works once, for an hour.`,
        ),
        button('Set a new password', link),
      ],
      closing: [
        paragraph(
          'If it was not you, there is nothing to do: your password stays as it is, and nobody else saw this link.',
        ),
      ],
    }),
  },
  invite: {
    kind: 'invitation',
    lifetime: 7 * DAY_MS,
    path: 'invite',
    content: (link) => ({
      subject: `An invitation to the dashboard of ${publication.name}`,
      preview: 'The link works once, for seven days.',
      title: 'You are invited',
      blocks: [
        paragraph(
          `An administrator of ${publication.name} invites you to its dashboard. Choose a password and you are in. The link works once, for seven days.`,
        ),
        button('Accept the invitation', link),
      ],
      closing: [paragraph('If you do not know what this is about, you can ignore it.')],
    }),
  },
  email_change: {
    kind: 'email-change',
    lifetime: HOUR_MS,
    path: 'confirm-email',
    content: (link) => ({
      subject: 'Confirm your new address',
      preview: 'The link works once, for an hour.',
      title: 'Is this your new address?',
      blocks: [
        paragraph(
          `An administrator of ${publication.name} wants to sign in with this address from now on. If that is you, use this link. It works once, for an hour.`,
        ),
        button('Use this address', link),
      ],
      closing: [paragraph('If it is not you, you can ignore this.')],
    }),
  },
}

/** Whether an email was to open an account with its link, which no longer does. */
export function hasExpiredLink(email: Pick<OutboxEmail, 'kind' | 'created_at'>, at: Date): boolean {
  const link = Object.values(linkEmails).find(({ kind }) => kind === email.kind)
  return link !== undefined && email.created_at.getTime() + link.lifetime <= at.getTime()
}

/** Account emails link to the dashboard. */
type EmailDependencies = Pick<Identity, 'outbox' | 'dashboard'>

/** Queues an email with a link that opens an account. */
export async function queueLinkEmail(
  trx: Db,
  { outbox, dashboard }: EmailDependencies,
  email: { readonly purpose: AccountTokenPurpose; readonly to: string; readonly token: string },
  at: Date,
): Promise<void> {
  const { kind, path, content } = linkEmails[email.purpose]
  // After the #, which no server and no log sees.
  const link = `${dashboard}/auth/${path}#token=${email.token}`
  await outbox.queue(trx, renderEmail(content(link), { kind, to: email.to }), at)
}

const changes = {
  account_made: 'An account was made with your address',
  password_changed: 'Your password was changed',
  email_change_requested: 'Your account is about to get another address',
  email_changed: 'Your account has another address now',
  single_sign_on_linked: 'Your account can be opened with single sign-on now',
  single_sign_on_unlinked: 'A single sign-on link was removed from your account',
  second_factor_added: 'A second factor was added to your account',
  second_factor_removed: 'A second factor was removed from your account',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  second_factors_reset: 'All second factors were removed from your account',
  second_factor_locked: 'Too many wrong codes for your account',
  recovery_codes_renewed: 'Your account has new recovery codes',
  new_browser: 'Somebody signed in to your account in a new browser',
}

/**
 * Queues an email to an account's owner about a change that a thief might make.
 *
 * @param browser the new browser's name.
 * @param opens the URL of its button, by default the sign-in page.
 */
export async function queueChangeNotice(
  trx: Db,
  { outbox, dashboard }: EmailDependencies,
  {
    change,
    to,
    browser = null,
    opens = `${dashboard}/auth`,
  }: {
    readonly change: keyof typeof changes
    readonly to: string
    readonly browser?: string | null
    readonly opens?: string
  },
  at: Date,
): Promise<void> {
  const what = changes[change]
  const content: EmailContent = {
    subject: what,
    preview: 'If that was you, there is nothing to do.',
    title: what,
    blocks: [
      ...(browser === null ? [] : [paragraph(`The browser calls itself ${browser}.`)]),
      paragraph(
        `This concerns your account at ${publication.name}. If it was you, there is nothing to do. If it was not, set a new password at once, remove what you do not know under Settings → Account, and tell another administrator.`,
      ),
      button(`Open ${publication.name}`, opens),
    ],
    closing: [paragraph('You get this because the account has your address. It cannot be switched off.')],
  }
  await outbox.queue(
    trx,
    renderEmail(content, { kind: 'account-changed' satisfies AccountEmailKind, to }),
    at,
  )
}

/** Tells an address's owner that it was entered for another account, whose owner does not learn that it is taken. */
export async function queueTakenNotice(
  trx: Db,
  { outbox, dashboard }: EmailDependencies,
  to: string,
  at: Date,
): Promise<void> {
  const content: EmailContent = {
    subject: 'Your address was entered for another account',
    preview: 'Nothing has changed.',
    title: 'Your address was entered for another account',
    blocks: [
      paragraph(
        `An administrator of ${publication.name} wants to sign in with this address from now on. It belongs to your account already, so nothing has changed. If you have two accounts and want to move the address, change that of the other one first.`,
      ),
      button(`Open ${publication.name}`, `${dashboard}/auth`),
    ],
    closing: [paragraph('If it was not you, there is nothing to do.')],
  }
  await outbox.queue(
    trx,
    renderEmail(content, { kind: 'account-changed' satisfies AccountEmailKind, to }),
    at,
  )
}
