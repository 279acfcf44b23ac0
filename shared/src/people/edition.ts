import { z } from 'zod'
import { lines, optionalLine } from './form-text.ts'
import { NextCursor, pageQuery } from './page.ts'

/** Only a draft can be changed. A paused edition goes on where it stopped; a sent one stays as it is for ever. */
export const EditionState = z.enum(['draft', 'sending', 'paused', 'sent'])
export type EditionState = z.infer<typeof EditionState>

/** Grows with every change of the text; no larger than a database counts. */
const EditionVersion = z.int32().min(1)

/** What an editor writes. A draft may be empty; what is sent may not. */
export const EditionText = z.object({
  subject: optionalLine(200),
  /** What mailboxes show behind the subject. */
  preheader: optionalLine(200),
  /** Markdown. */
  body: lines(50_000, 0),
})
export type EditionText = z.infer<typeof EditionText>

/** Letters to readers, counted. `recipients` is the sum of the others. */
export const EditionProgress = z.object({
  recipients: z.int(),
  /** Not written down as letters yet. */
  remaining: z.int(),
  /** On their way, or waiting for another attempt. */
  waiting: z.int(),
  delivered: z.int(),
  /** Refused for good; they are among the undelivered mail. */
  failed: z.int(),
  /** Their readers left the list before the letter went out. */
  left: z.int(),
})
export type EditionProgress = z.infer<typeof EditionProgress>

/** An edition as the list shows it. */
export const EditionSummary = z.object({
  id: z.uuid(),
  subject: z.string(),
  state: EditionState,
  /** Grows with every change of the text; a change names the one that it is based on. */
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** When sending began. */
  started_at: z.iso.datetime().nullable(),
  /** When every reader's letter had been handed over or tried. */
  finished_at: z.iso.datetime().nullable(),
  /** Null for a draft. */
  progress: EditionProgress.nullable(),
})
export type EditionSummary = z.infer<typeof EditionSummary>

/** `GET`, `PATCH /api/editions/:id`. */
export const Edition = EditionSummary.extend({
  preheader: z.string(),
  body: z.string(),
  letter: z.object({
    /** Path of the letter as HTML, for a frame; good for some minutes, without a session. */
    html_url: z.string(),
    /** The plain part of the mail. */
    text: z.string(),
    /** What has to be mended before it can be sent, in sentences. */
    problems: z.array(z.string()),
  }),
})
export type Edition = z.infer<typeof Edition>

/** `POST /api/editions` (201) begins a draft; `PATCH /api/editions/:id` changes it, 409 where it has changed since. */
export const EditionChange = EditionText.extend({ version: EditionVersion })
export type EditionChange = z.infer<typeof EditionChange>

/** `POST /api/editions/:id/send`: exactly the text that was looked at goes out. */
export const EditionSend = z.object({ version: EditionVersion })

/** `POST /api/editions/:id/test`; 202. One letter, to whoever asks. */
export const EditionTest = z.object({ to: z.string() })
export type EditionTest = z.infer<typeof EditionTest>

/** `GET /api/editions`, newest first. */
export const EditionQuery = z.object(pageQuery)
export type EditionQuery = z.infer<typeof EditionQuery>

export const EditionPage = z.object({
  editions: z.array(EditionSummary),
  next: NextCursor,
  /** Confirmed subscribers at this moment. */
  readers: z.int(),
})
export type EditionPage = z.infer<typeof EditionPage>
