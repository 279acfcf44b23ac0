import type { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'
import type { Period } from '../filters/period.ts'
import { experimentShares } from '../api/stats-questions.ts'
import { useStats } from '../api/use-stats.ts'
import { countOf, formatShare } from '../format/number.ts'
import { Bar } from '../ui/Bar.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

interface ExperimentsProps {
  period: Period
}

/** One card for each test, one tile for each of its variants. */
export function Experiments({ period }: ExperimentsProps) {
  const answer = useStats(experimentShares, period)
  return (
    <Figures answer={answer} skeleton={<Skeleton rows={6} />}>
      {(tests) =>
        tests.length === 0 ? (
          <Empty>No visitor was assigned to a test in this period.</Empty>
        ) : (
          tests.map((test) => <ExperimentCard key={test.test_name} test={test} />)
        )
      }
    </Figures>
  )
}

interface ExperimentCardProps {
  test: ExperimentShares[number]
}

function ExperimentCard({ test }: ExperimentCardProps) {
  return (
    <Panel title={test.test_name} note={countOf(test.total, 'assignment')}>
      <dl className="variants">
        {test.variants.map(({ variant, assignments, share }) => (
          <div key={variant} className="variant">
            <dt>{variant}</dt>
            <dd className="variant-count">{countOf(assignments, 'assignment')}</dd>
            <dd className="figure-value">
              <Bar className="variant-bar" part={share / 100} />
              {formatShare(share)}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
