import { MIN_SESSIONS } from '@half-measure/shared/stats/engine/stats-result.ts'
import { ApiError } from '../../platform/api-error.ts'

export const tokenNotFound = () =>
  new ApiError(404, 'api_token_not_found', 'There is no such token or link, or it was revoked')

export const tokenNotValid = () =>
  new ApiError(401, 'api_token_invalid', 'This token is not known, has expired, or was revoked')

export const notForTokens = () =>
  new ApiError(403, 'not_for_api_tokens', 'Tokens read statistics only: this requires an administrator')

export const tooFewSessions = () =>
  new ApiError(
    422,
    'too_few_sessions',
    `Fewer than ${MIN_SESSIONS} sessions: figures of so few could single one out. Choose a longer range.`,
  )
