import { pino, type Logger } from 'pino'

export type { Logger }

/**
 * WARN: unexpected, recovered, nothing lost. ERROR: data lost or a person must act. Nothing per event above
 * debug. Addresses, passwords and tokens never reach a log line; the list below is the last fence.
 *
 * @param onLine is told the level of each line that is written.
 */
export function createLogger(level: string, onLine?: (level: string) => void): Logger {
  return pino({
    level,
    hooks: {
      logMethod(args, method, number) {
        onLine?.(pino.levels.labels[number] ?? String(number))
        method.apply(this, args)
      },
    },
    base: null,
    redact: ['password', 'access_token', 'refresh_token', '*.password', '*.access_token', '*.refresh_token'],
  })
}
