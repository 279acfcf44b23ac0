import type { Context } from '../context.ts'

/** Local hour at which the day's work is done: readers are few. */
const HOUR = 3

/** Does the day's work each night. */
export function scheduleNightly({ events, people, log }: Context): { stop(): void } {
  let timer: NodeJS.Timeout
  const arm = () => {
    timer = setTimeout(
      () => {
        Promise.all([events.account.nightly(), people.expire(new Date())])
          .catch((error: unknown) =>
            log.error({ err: error }, 'the nightly work failed; it is due again tomorrow'),
          )
          .finally(arm)
      },
      millisecondsUntilHour(new Date(), HOUR),
    )
    timer.unref()
  }
  arm()
  return { stop: () => clearTimeout(timer) }
}

/** From now to the next time that clocks here show the full hour. */
export function millisecondsUntilHour(now: Date, hour: number): number {
  const next = new Date(now)
  next.setHours(hour, 0, 0, 0)
  if (next <= now) next.setDate(next.getDate() + 1)
  return next.getTime() - now.getTime()
}
