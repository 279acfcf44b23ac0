import { isUnavailable } from './is-unavailable.ts'

/** How loudly to log work that is tried again: a database that is away comes back, anything else takes a person. */
export function severityOf(error: unknown): 'warn' | 'error' {
  return isUnavailable(error) ? 'warn' : 'error'
}
