import { z } from 'zod'
import { METRICS } from '../stats/engine/metrics.ts'

/** Hours of a scorecard, from the start of sending. Later events are counted as one hour. */
export const HOURS_COUNTED = 7 * 24
/** Earlier issues that an issue is compared with: at most, and at least. */
export const COMPARED_ISSUES = 10
export const MIN_COMPARED_ISSUES = 3
/** Opens of an issue are withheld if fewer of its emails count them: they would show who opened it. */
export const MIN_COUNTING_OPENS = 10

/** What became of an issue's emails, as totals that name no subscriber. */
export const IssueCounts = z.object({
  delivered: z.int(),
  /** Emails among them whose readers allow opens to be counted. */
  counting_opens: z.int(),
  /** Null for fewer than `MIN_COUNTING_OPENS` such emails. */
  opens: z.int().nullable(),
  clicks: z.int(),
  unsubscribes: z.int(),
  /** By mail scanners and mailbox providers, or beyond the number of emails; in none of the other figures. */
  machine_opens: z.int().nullable(),
  machine_clicks: z.int(),
})
export type IssueCounts = z.infer<typeof IssueCounts>

/** Figures of a scorecard, in its order. */
export const ISSUE_FIGURES = {
  open_rate: {
    label: 'Opens per email',
    unit: 'percent',
    definition:
      'Opens divided by the delivered emails that count them: those to subscribers who ticked the box, fewer than 10 shown as none. Not the share of subscribers who opened it: a reader who opens it on three days counts three times, so it may exceed 100%. An open is the email’s picture loaded, once a day for one network and mail program, or each time by a mailbox provider that loads it for many readers; per hour, at most as many count as there are such emails (ten where there are fewer). Readers without pictures are missed, and mailbox providers that load them unread count unless they say so.',
  },
  click_rate: {
    label: 'Clicks per email',
    unit: 'percent',
    definition:
      'Clicks divided by delivered emails. A click is a link followed, once a day for one network and browser; three links within ten seconds are a mail scanner’s, as is everything in the first half minute and, per link and hour, whatever exceeds the number of emails (or ten). Links of the plain text are not counted.',
  },
  unsubscribe_rate: {
    label: 'Unsubscribed',
    unit: 'percent',
    definition: 'Subscribers who left by a link of this issue, divided by delivered emails.',
  },
  session_rate: {
    label: 'Sessions per email',
    unit: 'percent',
    definition:
      'Sessions of readers who accepted that began with a link of the issue, or went on, after a pause of 30 minutes, in a tab that such a link had opened; divided by delivered emails.',
  },
  // Of these sessions.
  views_per_session: METRICS.views_per_session,
  engaged_time: METRICS.engaged_time,
  median_engaged_time: METRICS.median_engaged_time,
  conversion_rate: METRICS.conversion_rate,
} as const
export const IssueFigure = z.enum(Object.keys(ISSUE_FIGURES) as (keyof typeof ISSUE_FIGURES)[])
export type IssueFigure = z.infer<typeof IssueFigure>

/** Figures of the first `hours`, beside the median of the issues before it over as many hours. */
export const IssueScorecard = z.object({
  /** Whole hours since sending began, `HOURS_COUNTED` at most. */
  hours: z.int(),
  /** Issues before it, `COMPARED_ISSUES` at most. */
  compared: z.int(),
  figures: z.array(
    z.object({
      name: IssueFigure,
      value: z.number().nullable(),
      /** Issues among them that have the figure; no median below `MIN_COMPARED_ISSUES`. */
      compared: z.int(),
      median: z.number().nullable(),
    }),
  ),
})
export type IssueScorecard = z.infer<typeof IssueScorecard>

/** `GET /api/issues/:id/report`, from the start of sending on. `GET /api/issues/results.csv` has the counts of all. */
export const IssueReport = z.object({
  counts: IssueCounts,
  /** In the order of the text. */
  links: z.array(z.object({ url: z.string(), clicks: z.int() })),
  scorecard: IssueScorecard,
})
export type IssueReport = z.infer<typeof IssueReport>

/** A share of emails in percent, with one decimal; null without any. */
export function perEmail(count: number, emails: number): number | null {
  return emails === 0 ? null : Math.round((count / emails) * 1_000) / 10
}
