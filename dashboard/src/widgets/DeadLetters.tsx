import type { DeadLetterEntry, DeadLetterRetry } from '@half-measure/shared/stats/dead-letters.ts'
import { useState } from 'react'
import { deadLettersQuestion, retryDeadLetters } from '../api/dead-letter-calls.ts'
import { useChange } from '../api/use-change.ts'
import { useQuestion } from '../api/use-question.ts'
import { countOf, formatCount } from '../format/number.ts'
import { formatMoment } from '../format/time.ts'
import { Alert } from '../ui/Alert.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const COLUMNS = [
  { header: 'Table', cell: ({ table }: DeadLetterEntry) => table },
  { header: 'When', cell: ({ at }: DeadLetterEntry) => formatMoment(new Date(at)) },
  { header: 'What ClickHouse says', cell: ({ error }: DeadLetterEntry) => error },
] as const

/** Rows that the tables refuse, why, and another try once that is mended. */
export function DeadLetters() {
  const answer = useQuestion(deadLettersQuestion)
  const retry = useChange(['dead-letters', 'delivery'], retryDeadLetters)
  const [outcome, setOutcome] = useState<DeadLetterRetry | null>(null)
  return (
    <Panel title="Dead letters" note="Refused by the tables, kept on disk">
      <Figures answer={answer} what="The dead letters" skeleton={<Skeleton rows={2} />}>
        {({ letters, count }) =>
          count === 0 ? (
            <Empty>None: the tables took every row.</Empty>
          ) : (
            <>
              <DataTable
                caption="Dead letters, newest first"
                columns={COLUMNS}
                rows={letters}
                keyOf={({ batch_id, table }) => `${batch_id} ${table}`}
              />
              {count > letters.length && (
                <p className="entry-facts">and {formatCount(count - letters.length)} more</p>
              )}
              <div className="actions">
                <button
                  type="button"
                  className="button"
                  aria-disabled={retry.running}
                  onClick={() => {
                    if (!retry.running) void retry.run(undefined).then(setOutcome)
                  }}
                >
                  {retry.running ? 'Trying…' : 'Try them again'}
                </button>
              </div>
            </>
          )
        }
      </Figures>
      {outcome && !retry.running && (
        <Alert tone="notice">
          {countOf(outcome.inserted, 'row')} inserted, {formatCount(outcome.refused)} still refused.
        </Alert>
      )}
      {retry.failure !== null && !retry.running && <Alert tone="danger">{retry.failure}</Alert>}
    </Panel>
  )
}
