import { z } from 'zod'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { TopElements } from '@half-measure/shared/stats/top-elements.ts'
import type { AskRows } from './ask-rows.ts'
import { ELEMENT } from './engine/event-kinds.ts'
import { inRange, rangeParams } from './range.ts'

export function topElements(
  ask: AskRows,
  range: StatsRange,
  limit: number,
  signal?: AbortSignal,
): Promise<TopElements> {
  return ask(
    {
      name: 'top elements',
      sql: `SELECT ${ELEMENT} AS element, count() AS clicks FROM analytics.click_events
        WHERE ${inRange('created_at', range)}
        GROUP BY element ORDER BY clicks DESC, element LIMIT {limit: UInt32}`,
      params: { ...rangeParams(range), limit },
      row: z.object({ element: z.string(), clicks: z.coerce.number() }),
    },
    signal,
  )
}
