import { publication } from '@half-measure/shared/publication.ts'
import { button, paragraph, type Letter } from '../letter.ts'

export type AccountChange =
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'second_factor_added'
  | 'second_factor_removed'

const changes: Record<AccountChange, string> = {
  password_changed: 'Your password was changed',
  email_change_requested: 'Your account is about to get another address',
  email_changed: 'Your account has another address now',
  second_factor_added: 'A second factor was added to your account',
  second_factor_removed: 'A second factor was removed from your account',
}

/** For the owner of an account, who has to know if it was somebody else. */
export function accountChangedLetter(change: AccountChange, dashboard: string): Letter {
  const what = changes[change]
  return {
    subject: what,
    preview: 'If that was you, there is nothing to do.',
    title: what,
    blocks: [
      paragraph(
        `This concerns your account at the dashboard of ${publication.name}. If it was you, there is nothing to do. If it was not, set a new password at once and tell another administrator.`,
      ),
      button('Open the dashboard', `${dashboard}/auth`),
    ],
    closing: [paragraph('You get this because the account has your address. It cannot be switched off.')],
  }
}
