import { z } from 'zod'
import { line } from '../text.ts'

/** A calendar day of the publication's zone, `YYYY-MM-DD`. */
const Day = z.iso.date().refine((day) => day >= '0001', 'There was no year 0')

/** `POST /api/annotations`, and `PATCH /api/annotations/:id`. */
export const AnnotationDraft = z.object({ day: Day, text: line(200) })
export type AnnotationDraft = z.infer<typeof AnnotationDraft>

/** An administrator's note on a day. Every administrator sees it and may change it. */
export const Annotation = AnnotationDraft.extend({
  id: z.uuid(),
  /** Address of its author; null once the account is deleted. */
  by: z.string().nullable(),
})
export type Annotation = z.infer<typeof Annotation>

/** Both days are included. */
export const AnnotationQuery = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })

/** `GET /api/annotations`, in the order of the days. */
export const Annotations = z.object({
  notes: z.array(Annotation),
  /** Articles that appeared on these days. */
  published: z.array(z.object({ day: Day, title: z.string(), path: z.string() })),
})
export type Annotations = z.infer<typeof Annotations>
