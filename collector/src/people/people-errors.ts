import { ApiError } from '../platform/api-error.ts'

export const messageNotFound = () =>
  new ApiError(404, 'message_not_found', 'There is no such message, or not any more.')

export const subscriberNotFound = () =>
  new ApiError(404, 'subscriber_not_found', 'There is no such subscriber, or not any more.')

export const editionNotFound = () =>
  new ApiError(404, 'edition_not_found', 'There is no such edition, or not any more.')

export const editionFrozen = () =>
  new ApiError(409, 'edition_frozen', 'This edition is on its way or was sent: it stays as it is.')

export const editionChanged = () =>
  new ApiError(409, 'edition_changed', 'This edition was changed elsewhere meanwhile. Load it again first.')

export const editionNotReady = (problems: readonly string[]) =>
  new ApiError(422, 'edition_not_ready', problems.join(' '), { details: { problems } })

/** It is in another state than it would have to be in. */
export const editionNotSending = () =>
  new ApiError(409, 'edition_not_sending', 'This edition is not in a state for that. Load it again first.')

export const letterNotFound = () =>
  new ApiError(404, 'letter_not_found', 'This preview is over. Open the edition again.')

export const mailNotFound = () =>
  new ApiError(404, 'mail_not_found', 'There is no such mail, or it was delivered meanwhile.')
