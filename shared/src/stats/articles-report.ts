import { z } from 'zod'
import { ListedArticle } from './articles.ts'
import { JourneyStep } from './journeys.ts'

/** Actions of readers that the magazine lives on. */
const Outcomes = z.object({
  /** Newsletter sign-ups. */
  subscriptions: z.number(),
  affiliate_clicks: z.number(),
  /** Values that goals carry in pounds. */
  pounds: z.number(),
})

/** Page views from the day of publication on, for this many days of the magazine's zone, bots as requested. */
const FirstDays = z.object({
  views: z.int(),
  /** Of the other articles published, and counted, for as long; null without any. */
  median: z.number().nullable(),
})

export const ArticleFigures = z.object({
  ...ListedArticle.shape,
  views: z.int(),
  /** Sessions that began in the range and viewed it. */
  sessions: z.int(),
  /** Sessions that scrolled this percentage of the text into view, and their share of `sessions` in percent. */
  reached: z.array(z.object({ depth: z.int(), sessions: z.int(), share: z.number() })),
  /** Seconds in which it was visible and focused, by session: the mean and the median. Null without sessions. */
  engaged_seconds: z.number().nullable(),
  median_engaged_seconds: z.number().nullable(),
  /** The mean as a share of the reading time: 1 is all of it. */
  engaged_part: z.number().nullable(),
  /** Sessions whose last page it was. */
  exits: z.int(),
  /** Percent of its sessions, two decimals. */
  exit_rate: z.number().nullable(),
  /** Sessions that scrolled it to the end, with 10 seconds of reading or more, left from it, and reached no goal once they had opened it. */
  dead_ends: z.int(),
  /** Sessions with a goal on its page. */
  goal_sessions: z.int(),
  /** Their share of `sessions` in percent, two decimals: what Explore says of the page. Null without sessions. */
  conversion_rate: z.number().nullable(),
  /** Done on its page. */
  on_page: Outcomes,
  /**
   * Done anywhere in a session once it had been opened. A session that read three articles before it signed up counts for
   * all three, so these do not add up over articles.
   */
  after_reading: Outcomes,
  /** `after_reading` per thousand sessions, two decimals; null for fewer than 100. */
  per_thousand: Outcomes.nullable(),
  /** `after_reading` without what was done on its own page. */
  leads_to: Outcomes,
  /** `leads_to` per thousand sessions, two decimals; null for fewer than 100. */
  leads_to_per_thousand: Outcomes.nullable(),
  /**
   * Null while the days are not over, if counting began later or it came out before its date (five views or more before
   * it, and more than a twentieth as many as since) or after it (no view in its first day, but later), with filters (it
   * covers all sessions), and in a compared report.
   */
  first: z.object({ day: FirstDays.nullable(), week: FirstDays.nullable(), month: FirstDays.nullable() }),
})
export type ArticleFigures = z.infer<typeof ArticleFigures>

/** `GET /api/stats/articles`. */
export const ArticleReport = z.object({
  /** Every listed article, the most viewed first. */
  articles: z.array(ArticleFigures),
})
export type ArticleReport = z.infer<typeof ArticleReport>

/** `GET /api/stats/articles/:slug`. */
export const ArticleDetail = z.object({
  article: ArticleFigures,
  /** Where its readers went next, by each session's first view of it. */
  next: JourneyStep,
  /** Where within the magazine they came from. */
  previous: JourneyStep,
})
export type ArticleDetail = z.infer<typeof ArticleDetail>
