import type { Period } from '../filters/period.ts'
import { conversionCounts } from '../api/stats-questions.ts'
import { useStats } from '../api/use-stats.ts'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RankedTable } from '../ui/RankedTable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

interface ConversionTypesProps {
  period: Period
}

/** How often each kind of conversion happened, most frequent first. */
export function ConversionTypes({ period }: ConversionTypesProps) {
  const answer = useStats(conversionCounts, period)
  return (
    <Panel title="Conversion Events" note="By event type">
      <Figures answer={answer} skeleton={<Skeleton rows={6} />}>
        {(types) =>
          types.length === 0 ? (
            <Empty>No conversions in this period.</Empty>
          ) : (
            <RankedTable
              caption="Conversions by event type"
              nameHeader="Event type"
              countHeader="Conversions"
              unit="conversion"
              rows={types.map(({ event_type, count }) => ({ name: event_type, count }))}
            />
          )
        }
      </Figures>
    </Panel>
  )
}
