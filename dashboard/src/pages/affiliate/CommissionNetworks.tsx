import {
  deleteCommissions,
  listCommissionNetworks,
  readAffiliate,
} from '@half-measure/shared/routes/reports.ts'
import type { CommissionNetwork } from '@half-measure/shared/stats/affiliate-commission.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { useState } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { formatDay, formatMoment } from '../../format/time.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, figureColumn, Table, textColumn } from '../../ui/Table.tsx'

/** The imported networks. A file imported under a wrong name is undone by deleting that network's commissions. */
export function CommissionNetworks() {
  const result = useApiQuery(listCommissionNetworks, {}, { gcTime: 0 })
  const removal = useRouteMutation(deleteCommissions, [listCommissionNetworks, readAffiliate])
  const [outcome, setOutcome] = useState<string | null>(null)
  const removeAll = async (network: string) => {
    setOutcome(null)
    const done = await removal.run({ query: { network } })
    if (done) setOutcome(`${countOf(done.deleted, 'commission')} of ${network} deleted.`)
  }
  const remove: Column<CommissionNetwork> = {
    header: 'Delete',
    isAction: true,
    render: ({ network }) => (
      <ConfirmButton
        confirmation="Delete all its commissions"
        about={network}
        busy={removal.running}
        onConfirm={() => void removeAll(network)}
      >
        Delete
      </ConfirmButton>
    ),
  }
  return (
    <Panel title="Imported networks" note="Kept until they are deleted">
      <ChangeFailed of={[removal]} />
      {outcome !== null && <Alert tone="notice">{outcome}</Alert>}
      <Loaded result={result} what="The imported networks">
        {({ networks }) =>
          networks.length === 0 ? (
            <p className="note">None yet. Import a network’s file above.</p>
          ) : (
            <Table
              caption="Imported networks"
              columns={[...COLUMNS, remove]}
              rows={networks}
              keyOf={({ network }) => network}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

const COLUMNS: readonly Column<CommissionNetwork>[] = [
  textColumn('Network', ({ network }) => network),
  figureColumn({ label: 'Commissions' }, ({ commissions }) => commissions, formatCount),
  textColumn('First purchase', ({ first_day }) => formatDay(first_day)),
  textColumn('Last purchase', ({ last_day }) => formatDay(last_day)),
  textColumn('Last import', ({ imported_at }) => formatMoment(imported_at)),
]
