import { ApiError } from '../errors.ts'

export const messageNotFound = () =>
  new ApiError(404, 'message_not_found', 'There is no such message, or not any more.')

export const subscriberNotFound = () =>
  new ApiError(404, 'subscriber_not_found', 'There is no such subscriber, or not any more.')
