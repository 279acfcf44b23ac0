import { MIN_SESSIONS } from '@half-measure/shared/sharing/api-token.ts'
import { ApiError } from '../../platform/api-error.ts'

export const tokenNotFound = () =>
  new ApiError(404, 'api_token_not_found', 'There is no such token or link, or it was revoked')

export const tokenNotValid = () =>
  new ApiError(401, 'api_token_invalid', 'This token is not known, has expired, or was revoked')

/** The same for links that never existed and expired ones, so that nobody can find out which exist. */
export const shareNotFound = () =>
  new ApiError(404, 'share_not_found', 'This link is not known, has expired, or was revoked')

export const sharePasswordRequired = () =>
  new ApiError(401, 'share_password_required', 'This link requires a password')

export const sharePasswordWrong = () =>
  new ApiError(401, 'share_password_wrong', 'This is not the password of this link')

export const notForTokens = () =>
  new ApiError(403, 'not_for_api_tokens', 'Tokens read statistics only: this requires an administrator')

export const scopeMissing = (scope: string) =>
  new ApiError(403, 'scope_missing', `This token lacks the scope “${scope}”. Create one with it.`)

export const notOfThisLink = (what: string) =>
  new ApiError(403, 'not_of_this_link', `This link shows one view only: ${what}`)

export const rangeTooFine = () =>
  new ApiError(400, 'range_too_fine', 'For tokens and links, `from` and `to` have to be whole hours (UTC).')

export const zoneTooFine = () =>
  new ApiError(400, 'range_too_fine', 'For tokens and links, `tz` has to be whole hours from UTC.')

export const untilTooFine = (timeZone: string) =>
  new ApiError(400, 'range_too_fine', `For tokens, \`until\` has to be the start of a day in ${timeZone}.`)

export const rangeTooShort = () =>
  new ApiError(400, 'range_too_short', 'For tokens, this path needs a range of at least 24 hours.')

export const tooFewSessions = () =>
  new ApiError(
    422,
    'too_few_sessions',
    `Fewer than ${MIN_SESSIONS} sessions: figures of so few could single one out. Choose a longer range.`,
  )

export const expiryIsPast = () => new ApiError(400, 'validation_failed', 'The expiry has to be in the future')

export const tooManyTokens = (max: number) =>
  new ApiError(409, 'too_many_api_tokens', `At most ${max} active tokens and links. Revoke one first.`)
