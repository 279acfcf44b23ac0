import { ApiError } from '../platform/api-error.ts'

export const keyNotFound = () =>
  new ApiError(404, 'stats_key_not_found', 'There is no such key, or not any more')

export const keyNotGood = () =>
  new ApiError(401, 'stats_key_invalid', 'This key is not known, has expired, or was withdrawn')

/** The same for a link that never was and one that is over: nobody can try which exist. */
export const shareNotGood = () =>
  new ApiError(404, 'share_not_found', 'This link is not known, has expired, or was withdrawn')

export const sharePasswordNeeded = () =>
  new ApiError(401, 'share_password_required', 'This link asks for a password')

export const sharePasswordWrong = () =>
  new ApiError(401, 'share_password_wrong', 'That is not the password of this link')

export const notForKeys = () =>
  new ApiError(403, 'not_for_keys', 'A key reads statistics only: this needs an administrator')

export const expiryIsPast = () => new ApiError(400, 'validation_failed', 'The expiry has to lie ahead')

export const tooManyKeys = (most: number) =>
  new ApiError(409, 'too_many_stats_keys', `At most ${most} keys can be good at a time. Withdraw one first.`)
