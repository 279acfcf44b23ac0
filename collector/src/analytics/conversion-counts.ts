import { z } from 'zod'
import { CONVERSION_TYPES } from '@half-measure/shared/domain/conversion-types.ts'
import type { ConversionCounts } from '@half-measure/shared/stats/conversion-counts.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { AskRows } from './ask-rows.ts'
import { inRange, rangeParams } from './range.ts'

export function conversionCounts(
  ask: AskRows,
  range: StatsRange,
  signal?: AbortSignal,
): Promise<ConversionCounts> {
  return ask(
    {
      name: 'conversions by type',
      sql: `SELECT event_type, count() AS count FROM analytics.conversion_events
        WHERE ${inRange('created_at', range)} GROUP BY event_type ORDER BY count DESC, event_type`,
      params: rangeParams(range),
      row: z.object({ event_type: z.enum(CONVERSION_TYPES), count: z.coerce.number() }),
    },
    signal,
  )
}
