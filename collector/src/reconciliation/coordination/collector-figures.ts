import { z } from 'zod'

const count = z.coerce.number().int()

/** One collector's own figures: its log, its dead letters, and what it imported without the log. */
export const CollectorFigures = z.object({
  received: count,
  accepted: count,
  duplicates: count,
  rejected: z.record(z.string(), count),
  pending: count,
  dead_letters: count,
})
export type CollectorFigures = Readonly<z.infer<typeof CollectorFigures>>

export function sumFigures(parts: readonly CollectorFigures[]): CollectorFigures {
  const rejected: Record<string, number> = {}
  for (const part of parts)
    for (const [reason, events] of Object.entries(part.rejected))
      rejected[reason] = (rejected[reason] ?? 0) + events
  const sum = (of: (part: CollectorFigures) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    received: sum(({ received }) => received),
    accepted: sum(({ accepted }) => accepted),
    duplicates: sum(({ duplicates }) => duplicates),
    rejected,
    pending: sum(({ pending }) => pending),
    dead_letters: sum(({ dead_letters }) => dead_letters),
  }
}
