import { useId, useState } from 'react'
import { importCommissions, type CommissionOutcome } from '../../api/commission-calls.ts'
import { useChange } from '../../api/use-change.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { textOf } from '../../ui/text-of.ts'

/** More mistakes than these are not read by anybody. */
const SHOWN_PROBLEMS = 20

/** Takes a network's file of commissions. The same file twice changes nothing; a file with a mistake is not taken. */
export function CommissionUpload() {
  const id = useId()
  const importing = useChange(['stats'], importCommissions)
  const [outcome, setOutcome] = useState<CommissionOutcome | null>(null)
  return (
    <Panel title="Import commissions" note="A CSV file of a network">
      <form
        className="room-form"
        action={async (form) => {
          const file = form.get('file')
          if (!(file instanceof File)) return
          setOutcome(await importing.run({ network: textOf(form, 'network'), file }))
        }}
      >
        <label className="labelled-select">
          Network
          <input
            name="network"
            pattern="[a-z0-9][a-z0-9\-]{0,39}"
            title="Small letters, digits and hyphens, such as awin"
            placeholder="awin"
            autoComplete="off"
            required
          />
        </label>
        <label className="labelled-select" htmlFor={id}>
          File
          <input id={id} name="file" type="file" accept=".csv,text/csv" required />
        </label>
        <button type="submit" className="button" disabled={importing.running}>
          {importing.running ? 'Importing…' : 'Import'}
        </button>
      </form>
      <p className="entry-facts">
        First line: <code>row_key, sub_id, occurred_at, commission, currency</code> and, if there is one,{' '}
        <code>status</code>, in any order. The sub-id is what the link gave the network:{' '}
        <code>page.product.rank</code>.
      </p>
      {importing.failure !== null && <Alert tone="danger">{importing.failure}</Alert>}
      {outcome?.kind === 'taken' && (
        <Alert tone="notice">
          {countOf(outcome.counts.rows, 'commission')} read: {formatCount(outcome.counts.added)} new,{' '}
          {formatCount(outcome.counts.changed)} changed, {formatCount(outcome.counts.unchanged)} as they were.
        </Alert>
      )}
      {outcome?.kind === 'refused' && (
        <Alert tone="danger">
          <p>Nothing of this file was taken. Mend these lines and import it again:</p>
          <ul>
            {outcome.problems.slice(0, SHOWN_PROBLEMS).map(({ line, problem }) => (
              <li key={`${line} ${problem}`}>
                Line {line}: {problem}
              </li>
            ))}
            {outcome.problems.length > SHOWN_PROBLEMS && <li>and more</li>}
          </ul>
        </Alert>
      )}
    </Panel>
  )
}
