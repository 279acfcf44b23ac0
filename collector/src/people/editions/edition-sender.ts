import type { Logger } from '../../platform/logger.ts'
import type { PeopleContext } from '../people-context.ts'
import { queueLetters } from './queue-letters.ts'

/** Turns editions that are on their way into letters, a batch a second, for as long as there are readers left. */
export interface EditionSender {
  /** An edition was begun, or goes on. Without it, it is found within `POLL_MS`. */
  wake(): void
  /** Finishes the batch under way; the rest waits for the next start. */
  stop(): Promise<void>
}

/** Between two batches. Milliseconds. */
const TICK_MS = 1_000
/** An edition that another collector began is found within this. Milliseconds. */
const POLL_MS = 5_000

/** @param rate letters a minute. */
export function startEditionSender(
  options: Pick<PeopleContext, 'db' | 'origins' | 'mailer'> & { now?: () => Date },
  { rate, log }: { rate: number; log: Logger },
): EditionSender {
  const context = { now: () => new Date(), ...options }
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let wanted = false
  wake()

  function wake(): void {
    wanted = true
    if (stopped || round) return
    clearTimeout(timer)
    wanted = false
    round = step().then((pause) => {
      round = undefined
      if (stopped) return
      if (wanted) return wake()
      timer = setTimeout(wake, pause)
      // Letters alone keep no process alive.
      timer.unref()
    })
  }

  /** @returns milliseconds until there may be more to do. */
  async function step(): Promise<number> {
    try {
      const result = await queueLetters(context, rate)
      if (result === 'finished') log.info('an edition was sent')
      if (result === 'queued') context.mailer.wake()
      return result === 'idle' ? POLL_MS : TICK_MS
    } catch (error) {
      log.warn({ err: error }, 'letters could not be written down; trying again shortly')
      return POLL_MS
    }
  }

  return {
    wake,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}
