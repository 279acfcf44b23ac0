import type { EventTable } from './event-tables.ts'

/** One attempt to insert the rows of a batch into one table. */
export interface InsertAttempt {
  readonly table: EventTable
  readonly rows: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly seconds: number
  /** `unknown`: unconfirmed; the same bytes are sent again. */
  readonly outcome: 'stored' | 'refused' | 'unknown'
}

/** One completed request, without anything that identifies the client. */
export interface CompletedRequest {
  readonly group: RouteGroup
  readonly method: string
  readonly status: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly seconds: number
  /** The request's `traceparent` header. */
  readonly traceparent: string | undefined
}

/** Receives every insert and request, for metrics and traces, so it must be fast. */
export interface Observer {
  insert(attempt: InsertAttempt): void
  request(request: CompletedRequest): void
}

const GROUPS = [
  ['events', /^\/api\/events\b/],
  // Its response lasts as long as the page is open.
  ['live', /^\/api\/stats\/realtime\b/],
  ['stats', /^\/api\/stats\b/],
  ['auth', /^\/api\/auth\b/],
  ['health', /^\/api\/(?:health|ready)\b/],
  ['forms', /^\/(?:api\/)?(?:contact|newsletter|consent)\b/],
  ['api', /^\/api\//],
] as const

export type RouteGroup = (typeof GROUPS)[number][0] | 'pages'

/** The group of a route. There are few, and they reveal nothing about a reader. @param path with or without a query. */
export function routeGroupOf(path: string): RouteGroup {
  return GROUPS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'pages'
}

/** Combines several observers. */
export function observers(all: readonly Observer[]): Observer {
  return {
    insert: (attempt) => all.forEach((observer) => observer.insert(attempt)),
    request: (request) => all.forEach((observer) => observer.request(request)),
  }
}
