import type { Period } from '../filters/period.ts'
import { topPages } from '../api/stats-questions.ts'
import { useStats } from '../api/use-stats.ts'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RankedTable } from '../ui/RankedTable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

interface TopPagesProps {
  period: Period
}

/** The five most viewed pages. */
export function TopPages({ period }: TopPagesProps) {
  const answer = useStats(topPages, period)
  return (
    <Panel title="Top Pages" note="The 5 most viewed">
      <Figures answer={answer} skeleton={<Skeleton rows={5} />}>
        {(pages) =>
          pages.length === 0 ? (
            <Empty>No page views in this period.</Empty>
          ) : (
            <RankedTable
              caption="The most viewed pages"
              nameHeader="Page"
              countHeader="Views"
              unit="view"
              rows={pages.map(({ page_path, views }) => ({ name: page_path, count: views }))}
            />
          )
        }
      </Figures>
    </Panel>
  )
}
