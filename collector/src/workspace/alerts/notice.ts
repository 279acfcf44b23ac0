import type { PageTitles } from '@half-measure/shared/stats/articles.ts'

/** What notices are written with. */
export interface NoticeContext {
  readonly at: Date
  /** Origin of the dashboard. */
  readonly dashboard: string
  /** Of pages, for people; programs get paths. */
  readonly titles: PageTitles
}

/** Tells administrators and webhooks that something has changed state. */
export interface Notice {
  /** For programs: `alert.raised`, `links.dead`. */
  readonly event: string
  /** `Page views below 10 in the last hour` */
  readonly title: string
  /** The same as a message by itself: `Alert: Page views below 10 in the last hour` */
  readonly headline: string
  /** What was found: `Page views in the last hour: 3.` */
  readonly text: string
  /** A page of the dashboard about it. */
  readonly url: string
  readonly at: Date
  /** Data for programs, beside the text. */
  readonly details: object
}
