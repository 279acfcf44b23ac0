import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Longer messages quote data: a database's error can contain whole rows. */
const MAX_TEXT = 2_000

interface LoggerOptions {
  /** Called with the level of each line that is written. */
  readonly onLine?: (level: string) => void
  /** Standard output by default. */
  readonly to?: DestinationStream
}

/**
 * WARN: unexpected, recovered, nothing lost. ERROR: data lost or a person must act. Nothing per event above
 * debug. Addresses, passwords and tokens are never logged; the redaction below is the last line of defence.
 */
export function createLogger(level: string, { onLine, to }: LoggerOptions = {}): Logger {
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method, number) {
          onLine?.(pino.levels.labels[number] ?? String(number))
          method.apply(this, args)
        },
      },
      base: null,
      serializers: { err: factsOf },
      redact: ['password', 'access_token', 'refresh_token'].flatMap((name) => [name, `*.${name}`]),
    },
    to ?? pino.destination(1),
  )
}

/** The fields of an error that are logged. Its other fields may contain rows, with addresses. */
function factsOf(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: shortened(String(error)) }
  return {
    type: error.name,
    message: shortened(error.message),
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(error.stack ? { stack: shortened(error.stack) } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: factsOf(error.cause, depth + 1) } : {}),
  }
}

function shortened(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)} …`
}
