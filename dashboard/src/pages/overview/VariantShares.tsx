import { listExperimentShares } from '@half-measure/shared/routes/stats.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { LIVE, useReport } from '../../api/stats.ts'
import { countOf, formatShare } from '@half-measure/shared/format-figures.ts'
import type { Period } from '../../time/period.ts'
import { Bar } from '../../ui/Bar.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** One card for each test, one tile for each of its variants. */
export function VariantShares({ period }: { period: Period }) {
  const result = useReport(listExperimentShares, period, {}, LIVE)
  return (
    <Loaded
      result={result}
      empty="No reader was assigned to a test in this period. Readers are assigned on pages with a test, once they accept."
    >
      {(tests) => (
        <div className="stack">
          {tests.map(({ test_name, total, variants }) => (
            <Panel key={test_name} title={test_name} note={countOf(total, 'assignment')}>
              <dl className="variants">
                {variants.map(({ variant, assignments, share }) => (
                  <div key={variant}>
                    <dt>{variant}</dt>
                    <dd>{countOf(assignments, 'assignment')}</dd>
                    <dd className="figure">
                      <Bar className="share-bar" part={share / 100} />
                      {formatShare(share)}
                    </dd>
                  </div>
                ))}
              </dl>
            </Panel>
          ))}
          <Definitions of={[DEFINITIONS.assignments]} />
        </div>
      )}
    </Loaded>
  )
}
