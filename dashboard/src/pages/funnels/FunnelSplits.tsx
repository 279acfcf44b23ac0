import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { DIMENSION_DEFINITIONS, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { FunnelResult, FunnelSplit } from '@half-measure/shared/stats/funnels.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { exploreHref } from '../../filters/value-hrefs.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { Link } from 'react-router-dom'
import { formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { fileName } from '../../time/period.ts'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Result } from '../../ui/result.ts'
import { type Column, figureColumn, noted, Table } from '../../ui/Table.tsx'
import { stepLabel } from './funnel-view.ts'

type Group = NonNullable<FunnelResult['groups']>[number]

interface FunnelSplitsProps {
  split: FunnelSplit
  result: Result<FunnelResult>
  scope: UsedScope
}

/** The same steps for the sessions of each value. */
export function FunnelSplits({ split, result, scope }: FunnelSplitsProps) {
  const labelOf = useValueLabel()
  return (
    <Panel title={`By ${DIMENSIONS[split].toLowerCase()}`} note="The ten with the most sessions at the start">
      <Loaded result={result} rows={6}>
        {({ steps, groups }) =>
          groups && groups.length > 0 ? (
            <Table
              caption={`Steps by ${DIMENSIONS[split].toLowerCase()}`}
              columns={[
                {
                  header: DIMENSIONS[split],
                  definition: DIMENSION_DEFINITIONS[split],
                  value: ({ value }) => labelOf(split, value),
                  render: ({ value }) => (
                    <Link to={exploreHref(scope, split, value)}>{labelOf(split, value)}</Link>
                  ),
                },
                ...steps.map(({ step }, at) => stepColumn(`${at + 1}. ${stepLabel(step, labelOf)}`, at)),
              ]}
              rows={groups}
              keyOf={({ value }) => value}
              layout="wide"
              file={fileName(`funnel-by-${split}`, scope.period)}
            />
          ) : (
            groups && (
              <Empty>
                No session took the first step. Check its path and the filters, or choose a longer period.
              </Empty>
            )
          )
        }
      </Loaded>
    </Panel>
  )
}

/** Sessions that got there, and their share of those with the same value that began. */
function stepColumn(header: string, at: number): Column<Group> {
  return figureColumn(
    { label: header, definition: DEFINITIONS.funnelSessions.definition },
    ({ sessions }) => sessions[at] ?? 0,
    (count, { sessions: [first = 0] }) =>
      noted(formatCount(count), at > 0 && first > 0 && formatShare((count * 100) / first)),
  )
}
