import type { SingleSignOnFailure } from '@half-measure/shared/auth/single-sign-on.ts'

/** What went wrong and what to do, for the sign-in page. @param provider its name; null where it is not known. */
export function singleSignOnMessage(failure: SingleSignOnFailure, provider: string | null): string {
  const name = provider ?? 'the provider'
  const messages: Record<SingleSignOnFailure, string> = {
    unavailable: `${name} did not respond. Sign in with your password, or try again in a moment.`,
    denied: `${name} did not sign you in, because you or its settings declined.`,
    expired: `The sign-in with ${name} took too long, or began in another window. Please try again.`,
    failed: `The response of ${name} could not be verified. Please try again. If it fails again, the log of the server has the reason.`,
    not_confirmed: `${name} did not ask for your password, so it cannot confirm that it is you. Sign in with your password here; “Forgot your password?” sets one.`,
    unverified_address: `${name} has not verified your email address. Verify it there, or sign in with your password.`,
    not_invited: `Your address at ${name} has no access to this dashboard. Ask an owner to invite it.`,
    other_account: `The account with your address is linked with another person at ${name}. Ask an owner to remove it and to invite you again.`,
    too_many_attempts: 'Too many attempts. Please wait a few minutes and try again.',
  }
  const message = messages[failure]
  return message.charAt(0).toUpperCase() + message.slice(1)
}
