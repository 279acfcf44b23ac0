import { z } from 'zod'
import { line } from '../people/form-text.ts'

/** A calendar day of the publication's zone, `YYYY-MM-DD`. */
const Day = z.iso.date().refine((day) => day >= '0001', 'There was no year 0')

/** `POST /api/annotations`, and `PATCH /api/annotations/:id`. */
export const NoteDraft = z.object({
  day: Day,
  text: line(200),
})
export type NoteDraft = z.infer<typeof NoteDraft>

/** What somebody wrote beside a day of the figures. Every administrator sees it and may change it. */
export const Note = NoteDraft.extend({
  id: z.uuid(),
  /** Address of who wrote it; null once the account is gone. */
  by: z.string().nullable(),
})
export type Note = z.infer<typeof Note>

/** Both days are included. */
export const AnnotationQuery = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
export type AnnotationQuery = z.infer<typeof AnnotationQuery>

/** `GET /api/annotations`, in the order of the days. */
export const Annotations = z.object({
  notes: z.array(Note),
  /** Articles that appeared on these days. */
  published: z.array(z.object({ day: Day, title: z.string(), path: z.string() })),
})
export type Annotations = z.infer<typeof Annotations>
