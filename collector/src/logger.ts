import { pino, type Logger } from 'pino'

export type { Logger }

/**
 * WARN: unexpected, recovered, nothing lost. ERROR: data lost or a person must act. Nothing per event above
 * debug. Addresses, passwords and tokens never reach a log line; the list below is the last fence.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: ['password', 'access_token', 'refresh_token', '*.password', '*.access_token', '*.refresh_token'],
  })
}
