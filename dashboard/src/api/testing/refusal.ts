import { ApiError } from '../errors.ts'

type Refusal = ConstructorParameters<typeof ApiError>[0]

/** What the server answers when it will not, each test saying only what it is about. */
export function refusal(status: number, part: Partial<Refusal> = {}): ApiError {
  return new ApiError({ status, code: 'x', message: 'No.', ...part })
}
