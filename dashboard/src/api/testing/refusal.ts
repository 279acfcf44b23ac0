import { ApiError } from '../errors.ts'

type Refusal = ConstructorParameters<typeof ApiError>[0]

/** A refusal from the server. Each test states only the fields that it is about. */
export function refusal(status: number, part: Partial<Refusal> = {}): ApiError {
  return new ApiError({ status, code: 'x', message: 'No.', ...part })
}
