import { z } from 'zod'
import { lines, optionalLine } from '../text.ts'
import { IssueCounts } from './issue-report.ts'
import { NextCursor, pageQuery } from '../page.ts'

/**
 * Only a draft can be changed; a scheduled issue can become one again until its time has come. A paused issue continues
 * where it was paused, or is stopped for good. The text of a sent or stopped one never changes again.
 */
export const IssueState = z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped'])
export type IssueState = z.infer<typeof IssueState>

/** Grows with every change of the text; no larger than a database counts. */
const IssueVersion = z.int32().min(1)

/** The text that an editor writes. A draft may be empty; a sent issue may not. */
export const IssueText = z.object({
  subject: optionalLine(200),
  /** What mailboxes show behind the subject. */
  preheader: optionalLine(200),
  /** Markdown. */
  body: lines(50_000, 0),
})
export type IssueText = z.infer<typeof IssueText>

/** An issue pauses itself after so many refused emails in a row. */
export const MAX_REFUSALS = 20

/** Emails to subscribers, counted. `recipients` is the sum of the others, without `deferred`. */
export const SendingProgress = z.object({
  recipients: z.int(),
  /** Not in the outbox yet; of a stopped issue, those who never receive it. */
  remaining: z.int(),
  /** On their way, or waiting for another attempt. */
  waiting: z.int(),
  /** Those waiting that the mail server has put off. */
  deferred: z.int(),
  delivered: z.int(),
  /** Refused for good; they are among the undelivered mail. */
  failed: z.int(),
  /** To subscribers who left the list before it went out. */
  left: z.int(),
})
export type SendingProgress = z.infer<typeof SendingProgress>

/** An issue as the list shows it. */
export const IssueSummary = z.object({
  id: z.uuid(),
  subject: z.string(),
  state: IssueState,
  /** Grows with every change of the text; a change names the version it is based on. */
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** When sending is to begin; null unless it is scheduled. */
  scheduled_for: z.iso.datetime().nullable(),
  /** When sending began. */
  started_at: z.iso.datetime().nullable(),
  /** When every reader's email had been handed over or tried, or the issue was stopped. */
  finished_at: z.iso.datetime().nullable(),
  /** In the public archive, once it is sent or stopped. Stopping removes it until an editor shows it. */
  in_archive: z.boolean(),
  /** Null until sending begins. */
  progress: SendingProgress.nullable(),
})
export type IssueSummary = z.infer<typeof IssueSummary>

/** `GET`, `PATCH /api/issues/:id`. */
export const Issue = IssueSummary.extend({
  preheader: z.string(),
  body: z.string(),
  preview: z.object({
    /** Path of the email as HTML, for a frame; valid for some minutes, without a session. */
    html_url: z.string(),
    /** The plain text of the email. */
    text: z.string(),
    /** Mistakes to correct before it can be sent, in sentences. */
    problems: z.array(z.string()),
    /** What to know before it is sent, in sentences. */
    warnings: z.array(z.string()),
  }),
})
export type Issue = z.infer<typeof Issue>

/** `POST /api/issues` (201) begins a draft; `PATCH /api/issues/:id` changes it, 409 where it has changed since. */
export const IssueChange = IssueText.extend({ version: IssueVersion })
export type IssueChange = z.infer<typeof IssueChange>

/**
 * `POST /api/issues/:id/send`: sends exactly the text reviewed, at once or at a moment within a year.
 * `POST /api/issues/:id/unschedule` makes a scheduled issue a draft again.
 */
export const IssueSend = z.object({ version: IssueVersion, at: z.iso.datetime({ offset: true }).optional() })
export type IssueSend = z.infer<typeof IssueSend>

/*
 * `POST /api/issues/:id/stop` ends a paused issue; `POST /api/issues/:id/remove-from-archive` and `show-in-archive` take
 * one that has ended. All respond 409 `issue_not_sending` where the issue is in another state by now.
 */

/** `POST /api/issues/:id/test`; 202. One email, to the requesting administrator. */
export const IssueTest = z.object({ to: z.string() })
export type IssueTest = z.infer<typeof IssueTest>

/** `GET /api/issues`, newest first. */
export const IssueQuery = z.object(pageQuery)
export type IssueQuery = z.infer<typeof IssueQuery>

export const IssueList = z.object({
  /** `counts` is null until sending begins. */
  issues: z.array(IssueSummary.extend({ counts: IssueCounts.nullable() })),
  next: NextCursor,
  /** Confirmed subscribers at this moment, without those whose address the mail server refuses. */
  subscribers: z.int(),
})
export type IssueList = z.infer<typeof IssueList>
