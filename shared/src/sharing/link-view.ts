import { z } from 'zod'
import { Comparison } from '../stats/engine/comparison.ts'
import { readFilter } from '../stats/engine/filter-text.ts'
import { Filters } from '../stats/engine/stats-query.ts'
import { presets } from '../stats/presets.ts'

const anyText = z.string().optional()

/** The view of a share link: the query string of Explore, parsed. */
export const LinkView = z
  .strictObject({
    /** All but the rolling one, which ends with the minute: links show whole hours. */
    period: z.enum(presets).exclude(['rolling']).optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    bots: z.enum(['exclude', 'include']).default('exclude'),
    compare: z
      .custom<Comparison | 'off'>(
        (text) => text === 'off' || Comparison.safeParse(text).success,
        'off, a comparison, or the first and last day of another range, such as 2026-08-01..2026-08-28',
      )
      .optional(),
    f: Filters,
    // What Explore shows of it: readers choose that freely, so the values do not matter.
    metric: anyText,
    interval: anyText,
    details: anyText,
    search: anyText,
    order: anyText,
    pages: anyText,
    sources: anyText,
    content: anyText,
    campaigns: anyText,
    actions: anyText,
    experiments: anyText,
    countries: anyText,
    technology: anyText,
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined) && !(from && to && to < from), {
    path: ['to'],
    message: '`from` and `to` are the first and the last day',
  })
export type LinkView = z.output<typeof LinkView>

/** What a query string says, for `LinkView` to judge. */
export function readLinkView(query: string): unknown {
  const params = new URLSearchParams(query)
  const filters = params.getAll('f').map(readFilter)
  // Of a repeated parameter the first counts, as everywhere.
  return { ...Object.fromEntries([...params].toReversed()), f: filters }
}
