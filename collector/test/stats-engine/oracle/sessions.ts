import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { AnyEvent, View } from '../random-events.ts'

const GAP = 30 * 60_000
/** A previous session that began so long before is forgotten. */
const FORGOTTEN = 30 * DAY_MS

/** What a session is known by. */
export type Attributes = Readonly<
  Record<
    'channel' | 'source' | 'referrer' | 'country' | 'language' | 'device' | 'browser' | 'os' | 'screen',
    string
  >
> & { readonly utm: View['utm'] }

export interface Session {
  readonly tab: string
  readonly bot: boolean
  /** 1 for the tab's first. */
  readonly sequence: number
  /** In order. */
  readonly events: readonly AnyEvent[]
  readonly startedAt: number
  readonly endedAt: number
  readonly views: readonly View[]
  readonly attributes: Attributes
  readonly entry: string
  readonly exit: string
}

const UNKNOWN: Attributes = {
  channel: 'unknown',
  source: 'Unknown (no page view)',
  referrer: '',
  country: '',
  language: '',
  device: '',
  browser: '',
  os: '',
  screen: '',
  utm: { source: '', medium: '', campaign: '', term: '', content: '' },
}

/** The sessions that events make, event by event, in the words of the definition. */
export function sessionsOf(events: readonly AnyEvent[]): Session[] {
  const tabs = Map.groupBy(events, ({ session, bot }) => `${session} ${bot}`)
  return [...tabs.values()].flatMap((events) => {
    const sessions: Session[] = []
    let previousBegin = Number.NEGATIVE_INFINITY
    for (const { begin, events: part } of partsOf(events.toSorted((a, b) => a.at - b.at))) {
      const previous = begin - previousBegin < FORGOTTEN ? sessions.at(-1) : undefined
      sessions.push(sessionOf(part, previous, (previous?.sequence ?? 0) + 1))
      previousBegin = begin
    }
    return sessions
  })
}

/** The sessions of one tab, whose events are in order: split at pauses of 30 minutes, and after each 24 hours. */
export function partsOf<E extends { readonly at: number }>(
  events: readonly E[],
): { begin: number; events: E[] }[] {
  const parts: { begin: number; events: E[] }[] = []
  let last = Number.NEGATIVE_INFINITY
  /** Of the run of events without a pause. */
  let begin = 0
  let day = 0
  for (const event of events) {
    if (event.at - last >= GAP) {
      begin = event.at
      day = 0
      parts.push({ begin, events: [] })
    } else if (Math.floor((event.at - begin) / DAY_MS) > day) {
      day = Math.floor((event.at - begin) / DAY_MS)
      parts.push({ begin: begin + day * DAY_MS, events: [] })
    }
    parts.at(-1)?.events.push(event)
    last = event.at
  }
  return parts
}

function sessionOf(events: readonly AnyEvent[], previous: Session | undefined, sequence: number): Session {
  const views = events.filter((event): event is View => event.kind === 'views')
  const [first] = events
  if (!first) throw new Error('a session has an event')
  return {
    tab: first.session,
    bot: first.bot,
    sequence,
    events,
    startedAt: first.at,
    endedAt: events.at(-1)?.at ?? first.at,
    views,
    attributes: attributesOf(views[0], previous),
    entry: views[0]?.path ?? '',
    exit: views.at(-1)?.path ?? '',
  }
}

function attributesOf(first: View | undefined, previous: Session | undefined): Attributes {
  if (!first) return previous?.attributes ?? UNKNOWN
  const { channel, source, referrer, utm, country, language, device, browser, os, screen } = first
  const own = { channel, source, referrer, utm, country, language, device, browser, os, screen }
  if (!previous || !['internal', 'direct', 'unknown'].includes(channel)) return own
  return {
    ...own,
    channel: previous.attributes.channel,
    source: previous.attributes.source,
    referrer: previous.attributes.referrer,
    utm: previous.attributes.utm,
  }
}
