import { listDeadLetters, readDelivery, retryDeadLetters } from '@half-measure/shared/routes/delivery.ts'
import type { DeadLetterEntry, DeadLetterRetry } from '@half-measure/shared/stats/dead-letters.ts'
import { useState } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, Table, textColumn } from '../../ui/Table.tsx'

const POLL_MS = 60_000

const COLUMNS: readonly Column<DeadLetterEntry>[] = [
  textColumn('Table', ({ table }) => table),
  { header: 'When', value: ({ at }) => at, render: ({ at }) => formatMoment(at) },
  textColumn('Error', ({ error }) => error),
]

/** Rows that the tables refuse, why, and a retry. */
export function DeadLetters() {
  const result = useApiQuery(listDeadLetters, {}, { refetchInterval: POLL_MS })
  const retry = useRouteMutation(retryDeadLetters, [listDeadLetters, readDelivery])
  const [outcome, setOutcome] = useState<DeadLetterRetry | null>(null)
  return (
    <Panel title="Dead letters" note="Refused by the tables, kept on disk">
      <Loaded result={result} what="The dead letters" rows={2}>
        {({ dead_letters, count }) =>
          count === 0 ? (
            <Empty>None: the tables have accepted every row.</Empty>
          ) : (
            <div className="stack">
              <Table
                caption="Dead letters, newest first"
                columns={COLUMNS}
                rows={dead_letters}
                keyOf={({ batch_id, table }) => `${batch_id} ${table}`}
                file="half-measure-dead-letters"
              />
              {count > dead_letters.length && (
                <p className="note">and {formatCount(count - dead_letters.length)} more</p>
              )}
              <div className="row">
                <Button busy={retry.running} onClick={() => void retry.run({}).then(setOutcome)}>
                  {retry.running ? 'Retrying…' : 'Retry all'}
                </Button>
              </div>
            </div>
          )
        }
      </Loaded>
      {outcome && !retry.running && (
        <Alert tone="notice">
          {countOf(outcome.inserted, 'row')} inserted, {formatCount(outcome.refused)} still refused.
        </Alert>
      )}
      <ChangeFailed of={[retry]} />
    </Panel>
  )
}
