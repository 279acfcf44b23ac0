import type { EventTable } from './event-tables.ts'

/** One attempt to insert the rows of a batch in one table. */
export interface InsertAttempt {
  readonly table: EventTable
  readonly rows: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly seconds: number
  /** `unknown`: not confirmed; the same bytes go again. */
  readonly outcome: 'stored' | 'refused' | 'unknown'
}

/** One completed request. Nothing here identifies the client. */
export interface CompletedRequest {
  readonly group: RouteGroup
  readonly method: string
  readonly status: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly seconds: number
  /** The `traceparent` that the request came with, if any. */
  readonly traceparent: string | undefined
}

/** Receives inserts and requests, for metrics and traces. Called for every one, so it has to be quick. */
export interface Observer {
  insert(attempt: InsertAttempt): void
  request(request: CompletedRequest): void
}

const GROUPS = [
  ['events', /^\/api\/events\b/],
  // One response that lasts as long as the page is open.
  ['live', /^\/api\/stats\/realtime\b/],
  ['stats', /^\/api\/stats\b/],
  ['auth', /^\/api\/auth\b/],
  ['health', /^\/api\/(?:health|ready)\b/],
  ['forms', /^\/(?:api\/)?(?:contact|newsletter|consent)\b/],
  ['api', /^\/api\//],
] as const

export type RouteGroup = (typeof GROUPS)[number][0] | 'pages'

/** Groups, not paths: they are few, and say nothing about a reader. @param path with or without its query. */
export function routeGroupOf(path: string): RouteGroup {
  return GROUPS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'pages'
}

/** Calls several. */
export function observers(all: readonly Observer[]): Observer {
  return {
    insert: (attempt) => all.forEach((observer) => observer.insert(attempt)),
    request: (request) => all.forEach((observer) => observer.request(request)),
  }
}
