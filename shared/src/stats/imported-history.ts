import { z } from 'zod'
import { MINUTE_MS } from '../durations.ts'
import { text } from '../text.ts'

/** Analytics products whose exports can be imported, and how they count visits. */
export const HISTORY_PROVIDERS = {
  plausible: { label: 'Plausible', visits: 'visits' },
  ga4: { label: 'Google Analytics 4', visits: 'sessions' },
  umami: { label: 'Umami', visits: 'visits' },
} as const
export const HistoryProvider = z.enum(Object.keys(HISTORY_PROVIDERS) as (keyof typeof HISTORY_PROVIDERS)[])
export type HistoryProvider = z.infer<typeof HistoryProvider>

/** The subject of a row of imported history: the whole site, or one of its pages, sources, countries, devices. */
export const HISTORY_SPLITS = ['page', 'source', 'country', 'device'] as const
export const HistorySplit = z.enum(HISTORY_SPLITS)
export type HistorySplit = z.infer<typeof HistorySplit>
export const HistoryDimension = z.enum(['total', ...HISTORY_SPLITS])
export type HistoryDimension = z.infer<typeof HistoryDimension>

/** Null where the provider's report does not have the figure. */
const Counts = z.object({ page_views: z.int().nullable(), visits: z.int().nullable() })

const Day = z.iso.date()

const HistoryContents = z.object({
  provider: HistoryProvider,
  /** As its provider calls it. */
  report: z.string(),
  dimensions: z.array(HistoryDimension).min(1),
  first_day: Day,
  last_day: Day,
  /** One a day and value. */
  rows: z.int(),
})

/** `POST /api/imports/preview?file_name=…` takes the same file as the import, and stores nothing. */
export const HistoryPreview = HistoryContents.extend({
  ...Counts.shape,
  /** Lines that are read and not kept, by reason. */
  left_out: z.array(z.object({ reason: z.string(), lines: z.int() })),
  /** Why it cannot be imported, in a sentence; null where it can. */
  conflict: z.string().nullable(),
})
export type HistoryPreview = z.infer<typeof HistoryPreview>

/** Storing a file takes seconds. After a minute, nobody is storing it any more, and it can be deleted. */
export const STORING_MS = MINUTE_MS

/** A file that was imported. Only `stored` ones are in figures; the others are in progress or were interrupted. */
export const HistoryImport = HistoryContents.extend({
  id: z.uuid(),
  file_name: z.string(),
  state: z.enum(['storing', 'stored', 'deleting']),
  imported_at: z.iso.datetime(),
})
export type HistoryImport = z.infer<typeof HistoryImport>

/** `GET /api/imports`, newest first. */
export const HistoryImports = z.object({ imports: z.array(HistoryImport) })

export const HistoryFile = z.object({ file_name: text(200).trim().min(1) })

/** `GET /api/stats/imported`: both days included, as the provider has them. */
export const HistoryQuery = z
  .object({
    first_day: Day,
    last_day: Day,
    by: HistorySplit.optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(10),
  })
  .refine(({ first_day, last_day }) => first_day <= last_day, {
    path: ['last_day'],
    message: 'must not be before first_day',
  })
export type HistoryQuery = z.infer<typeof HistoryQuery>

/** Figures of other products, as they count. They are in no other figure. */
export const ImportedHistory = z.object({
  /** The first day, in the magazine's zone, with an event of its own; null before there is one. */
  counted_since: Day.nullable(),
  series: z.array(
    z.object({
      provider: HistoryProvider,
      /** Days with figures, in order. */
      points: z.array(Counts.extend({ day: Day })),
    }),
  ),
  /** With `by`, those with the most page views first, or visits where a report has no page views. */
  rows: z.array(Counts.extend({ provider: HistoryProvider, value: z.string() })),
})
export type ImportedHistory = z.infer<typeof ImportedHistory>
