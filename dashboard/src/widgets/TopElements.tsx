import type { Period } from '../filters/period.ts'
import { topElements } from '../api/stats-questions.ts'
import { useStats } from '../api/use-stats.ts'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RankedTable } from '../ui/RankedTable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

interface TopElementsProps {
  period: Period
}

/** The ten most clicked elements: `type`, or `type:id` where an id exists. */
export function TopElements({ period }: TopElementsProps) {
  const answer = useStats(topElements, period)
  return (
    <Panel title="Top Clicked Elements" note="The 10 most clicked, as type:id">
      <Figures answer={answer} skeleton={<Skeleton rows={10} />}>
        {(elements) =>
          elements.length === 0 ? (
            <Empty>No clicks in this period.</Empty>
          ) : (
            <RankedTable
              caption="The most clicked elements"
              nameHeader="Element"
              countHeader="Clicks"
              unit="click"
              rows={elements.map(({ element, clicks }) => ({ name: element, count: clicks }))}
            />
          )
        }
      </Figures>
    </Panel>
  )
}
