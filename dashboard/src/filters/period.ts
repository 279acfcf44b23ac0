/** The time a question is about. */
export interface Period {
  /** Same key, same period: what caches go by. */
  key: string
  /** The period ends now, so its figures still grow. */
  endsNow: boolean
  /** Whether visits of programs that say so count. */
  bots: 'exclude' | 'include'
  /** IANA name of the zone in which days begin. */
  timeZone: string
  /** ISO instants, `from <= t < to`. */
  bounds(now: Date): { from: string; to: string }
}

/** The same time, with or without the visits of bots. */
export function withBots(period: Period, bots: Period['bots']): Period {
  const [time = ''] = period.key.split(' ')
  return { ...period, bots, key: bots === 'include' ? `${time} with-bots` : time }
}

/** The period as the API is told of it. */
export function periodParams(period: Period, now: Date): URLSearchParams {
  const params = new URLSearchParams({ ...period.bounds(now), tz: period.timeZone })
  if (period.bots === 'include') params.set('bots', period.bots)
  return params
}
