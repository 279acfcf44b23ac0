import { importCommissions, readAffiliate } from '@half-measure/shared/routes/reports.ts'
import type { CommissionImport } from '@half-measure/shared/stats/affiliate-commission.ts'
import { FileProblem } from '@half-measure/shared/stats/file-problem.ts'
import { useState } from 'react'
import { z } from 'zod'
import type { Api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { useApiMutation } from '../../api/queries.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemList } from '../../ui/ProblemList.tsx'

type Outcome = { imported: CommissionImport } | { problems: FileProblem[] }

/** Imports a network's file of commissions: whole, or not at all. The same file twice changes nothing. */
export function CommissionUpload() {
  const upload = useApiMutation(importFile, [readAffiliate])
  const [outcome, setOutcome] = useState<Outcome | null>(null)
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
        <label className="inline-field">
          Network
          <input
            name="network"
            pattern="[a-z0-9][a-z0-9\-]{0,39}"
            title="Lower-case letters, digits and hyphens, such as awin"
            placeholder="awin"
            autoComplete="off"
            required
          />
        </label>
        <label className="inline-field">
          File
          <input name="file" type="file" accept=".csv,text/csv" required />
        </label>
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
      {outcome && 'imported' in outcome && (
        <Alert tone="notice">
          {countOf(outcome.imported.rows, 'commission')} read: {formatCount(outcome.imported.added)} new,{' '}
          {formatCount(outcome.imported.changed)} changed, {formatCount(outcome.imported.unchanged)}{' '}
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

const Problems = z.array(FileProblem)

/** Mistakes in the file are an outcome; other errors are thrown. */
async function importFile(api: Api, { network, file }: { network: string; file: File }): Promise<Outcome> {
  try {
    const csv = new Blob([file], { type: 'text/csv' })
    return { imported: await api.upload(importCommissions, { query: { network } }, csv) }
  } catch (error) {
    const problems = error instanceof ApiError ? Problems.safeParse(error.details) : undefined
    if (problems?.success) return { problems: problems.data }
    throw error
  }
}
