import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { AnyEvent } from '../random-events.ts'
import { hourOfWeek } from './bucket-start.ts'
import type { Session } from './sessions.ts'

/** What a value may depend on beside the event. */
export interface QueryContext {
  readonly tz: string
  readonly articles: readonly ListedArticle[]
}

/** Of dimensions that a session has one value of. */
export const SESSION_VALUES: Partial<Record<Dimension, (session: Session) => string>> = {
  entry: ({ entry }) => entry,
  exit: ({ exit }) => exit,
  channel: ({ attributes }) => attributes.channel,
  source: ({ attributes }) => attributes.source,
  referrer: ({ attributes }) => attributes.referrer,
  utm_source: ({ attributes }) => attributes.utm.source,
  utm_medium: ({ attributes }) => attributes.utm.medium,
  utm_campaign: ({ attributes }) => attributes.utm.campaign,
  utm_term: ({ attributes }) => attributes.utm.term,
  utm_content: ({ attributes }) => attributes.utm.content,
  country: ({ attributes }) => attributes.country,
  language: ({ attributes }) => attributes.language,
  device: ({ attributes }) => attributes.device,
  browser: ({ attributes }) => attributes.browser,
  os: ({ attributes }) => attributes.os,
  screen: ({ attributes }) => attributes.screen,
}

/** Of dimensions that only events of one kind have. */
export const ACTIONS: Partial<
  Record<Dimension, { kind: AnyEvent['kind']; value: (event: AnyEvent) => string }>
> = {
  element: {
    kind: 'clicks',
    value: (h) => (h.kind !== 'clicks' ? '' : h.elementId === '' ? h.type : `${h.type}:${h.elementId}`),
  },
  event_type: { kind: 'conversions', value: (h) => (h.kind === 'conversions' ? h.type : '') },
  product: { kind: 'conversions', value: (h) => (h.kind === 'conversions' ? h.product : '') },
  experiment: { kind: 'assignments', value: (h) => (h.kind === 'assignments' ? h.test : '') },
  read_depth: { kind: 'engagement', value: (h) => (h.kind === 'engagement' ? markOf(h.depth) : '') },
  variant: { kind: 'assignments', value: (h) => (h.kind === 'assignments' ? h.variant : '') },
}

/** The last of the reported depths that was reached, in percent. */
function markOf(depth: number): string {
  return String([100, 75, 50, 25].find((mark) => depth >= mark) ?? 0)
}

/** A cache: every row of every query needs them. */
const KNOWN_ACTIONS = new WeakMap<Session, Map<AnyEvent['kind'], readonly AnyEvent[]>>()

/** What a session did, of one kind; of reading, each page once: at its first report, with the deepest point. */
export function actionsOf(session: Session, kind: AnyEvent['kind']): readonly AnyEvent[] {
  const known = KNOWN_ACTIONS.get(session) ?? new Map<AnyEvent['kind'], readonly AnyEvent[]>()
  KNOWN_ACTIONS.set(session, known)
  const actions = known.get(kind) ?? findActions(session, kind)
  known.set(kind, actions)
  return actions
}

function findActions({ events }: Session, kind: AnyEvent['kind']): AnyEvent[] {
  if (kind !== 'engagement') return events.filter((event) => event.kind === kind)
  const reports = events.filter((event) => event.kind === 'engagement')
  return [...Map.groupBy(reports, ({ path }) => path).values()].flatMap((ofPage) => {
    const [first] = ofPage
    return first ? [{ ...first, depth: Math.max(...ofPage.map(({ depth }) => depth)) }] : []
  })
}

/** Something that happened on a page. */
export interface Moment {
  readonly at: number
  readonly path: string
}

/** Of dimensions that everything on a page has; undefined for others. */
export function momentOf(
  dimension: Dimension,
  { at, path }: Moment,
  { tz, articles }: QueryContext,
): string | undefined {
  const found = () => articles.find((article) => article.path === path)
  switch (dimension) {
    case 'page':
      return path
    case 'category':
      return found()?.category ?? ''
    case 'author':
      return found()?.author ?? ''
    case 'hour_of_week':
      return hourOfWeek(at, tz)
    default:
      return undefined
  }
}

/** Every value of a dimension that occurs in these sessions. */
export function valuesOf(
  dimension: Dimension,
  sessions: readonly Session[],
  context: QueryContext,
): Set<string> {
  const values = new Set<string>()
  const action = ACTIONS[dimension]
  for (const session of sessions) {
    const ofSession = SESSION_VALUES[dimension]?.(session)
    if (ofSession !== undefined) values.add(ofSession)
    for (const event of action ? actionsOf(session, action.kind) : []) values.add(action?.value(event) ?? '')
    for (const event of session.events) {
      const moment = event.kind === 'assignments' ? undefined : momentOf(dimension, event, context)
      if (moment !== undefined) values.add(moment)
    }
  }
  return values
}
