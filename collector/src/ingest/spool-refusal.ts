import { ApiError } from '../platform/api-error.ts'
import { SpoolError } from '../spool/spool-error.ts'

const RETRY_SECONDS = 10

/** The response when the log refuses a beacon; undefined for other errors. */
export function spoolRefusal(error: Error): ApiError | undefined {
  if (!(error instanceof SpoolError)) return undefined
  return new ApiError(
    503,
    'spool_full',
    'Events cannot be stored at the moment. Send the same ones again later.',
    {
      details: { cause: error.code },
      retryAfter: RETRY_SECONDS,
    },
  )
}
