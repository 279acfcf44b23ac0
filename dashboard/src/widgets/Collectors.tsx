import type { CollectorShare } from '@half-measure/shared/stats/delivery.ts'
import { useDelivery } from '../api/delivery-question.ts'
import { formatCount } from '../format/number.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { collectorState } from './collector-state.ts'

const COLUMNS = [
  { header: 'Collector', cell: ({ id }: CollectorShare) => <span title={id}>{id.slice(0, 8)}</span> },
  { header: 'State', cell: (collector: CollectorShare) => collectorState(collector) },
  { header: 'Received', cell: ({ received }: CollectorShare) => formatCount(received) },
  { header: 'Accepted', cell: ({ accepted }: CollectorShare) => formatCount(accepted) },
  { header: 'Pending', cell: ({ pending }: CollectorShare) => formatCount(pending) },
] as const

/** Whose books the account adds up, where several collectors write to one ClickHouse. */
export function Collectors() {
  const answer = useDelivery()
  const collectors = answer.status === 'ready' ? answer.data.collectors : undefined
  if (!collectors) return null
  return (
    <Panel title="Collectors" note="The account adds up the books of all of them">
      <DataTable
        caption="Collectors and their part of the account"
        columns={COLUMNS}
        rows={collectors}
        keyOf={({ id }) => id}
      />
    </Panel>
  )
}
