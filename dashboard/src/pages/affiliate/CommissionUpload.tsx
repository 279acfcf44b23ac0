import {
  importCommissions,
  listCommissionNetworks,
  readAffiliate,
} from '@half-measure/shared/routes/reports.ts'
import type { CommissionImport } from '@half-measure/shared/stats/affiliate-commission.ts'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { type Uploaded, uploadCsv } from '../../api/upload-csv.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemList } from '../../ui/ProblemList.tsx'

/** Imports a network's file of commissions: whole, or not at all. The same file twice changes nothing. */
export function CommissionUpload() {
  const upload = useApiMutation(
    (api, { network, file }: { network: string; file: File }) =>
      uploadCsv(api, importCommissions, { query: { network } }, file),
    [readAffiliate, listCommissionNetworks],
  )
  const [outcome, setOutcome] = useState<Uploaded<CommissionImport> | null>(null)
  return (
    <Panel title="Import commissions" note="A network's CSV file">
      <Form
        layout="row"
        busy={upload.running}
        onSubmit={async (field, data) => {
          const file = data.get('file')
          if (!(file instanceof File)) return
          const outcome = await upload.run({ network: field('network'), file })
          setOutcome(outcome)
          return outcome
        }}
      >
        <Field
          isInline
          label="Network"
          name="network"
          pattern="[a-z0-9][a-z0-9\-]{0,39}"
          title="Lower-case letters, digits and hyphens, such as awin"
          placeholder="awin"
          autoComplete="off"
          required
        />
        <Field isInline label="File" name="file" type="file" accept=".csv,text/csv" required />
        <Button type="submit" busy={upload.running}>
          {upload.running ? 'Importing…' : 'Import'}
        </Button>
      </Form>
      <p className="note">
        First line: <code>row_key, sub_id, occurred_at, commission, currency</code> and optionally{' '}
        <code>status</code>, in any order. The sub-id is what the link passed to the network:{' '}
        <code>page.product.rank</code>.
      </p>
      <ChangeFailed of={[upload]} />
      {outcome && 'accepted' in outcome && (
        <Alert tone="notice">
          {countOf(outcome.accepted.rows, 'commission')} read: {formatCount(outcome.accepted.added)} new,{' '}
          {formatCount(outcome.accepted.changed)} changed, {formatCount(outcome.accepted.unchanged)}{' '}
          unchanged.
        </Alert>
      )}
      {outcome && 'problems' in outcome && (
        <ProblemList problems={outcome.problems}>
          Nothing was imported. Fix these lines and import the file again:
        </ProblemList>
      )}
    </Panel>
  )
}
