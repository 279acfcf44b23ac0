import type { Audit, Finding } from '@half-measure/shared/stats/audit.ts'
import { useDelivery } from '../api/delivery-question.ts'
import { formatCount } from '../format/number.ts'
import { formatMoment } from '../format/time.ts'
import { Alert } from '../ui/Alert.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The last time everything was compared that has to be equal. */
export function LastAudit() {
  const answer = useDelivery()
  return (
    <Panel title="Last audit" note="Runs every night, or with npm run audit">
      <Figures answer={answer} what="The audit" skeleton={<Skeleton rows={4} />}>
        {({ last_audit }) =>
          last_audit === null ? <Empty>There was none yet.</Empty> : <AuditResult audit={last_audit} />
        }
      </Figures>
    </Panel>
  )
}

const COLUMNS = [
  { header: 'Compared', cell: ({ name }: Finding) => name },
  { header: 'Left', cell: ({ left }: Finding) => formatCount(left) },
  { header: 'Right', cell: ({ right }: Finding) => formatCount(right) },
  { header: 'Verdict', cell: (finding: Finding) => <Verdict {...finding} /> },
] as const

function Verdict({ left, right }: Finding) {
  return left === right ? 'Equal' : <strong className="bad">Off by {formatCount(left - right)}</strong>
}

function AuditResult({ audit: { at, ok, findings, in_motion = [] } }: { audit: Audit }) {
  return (
    <>
      <Alert tone={ok ? 'notice' : 'danger'}>
        {formatMoment(new Date(at))}, UK time:{' '}
        {ok ? 'everything that was compared agreed.' : 'not everything agreed.'}
      </Alert>
      <DataTable caption="What was compared" columns={COLUMNS} rows={findings} keyOf={({ name }) => name} />
      {in_motion.length > 0 && (
        <Alert tone="notice">
          Not compared, because other collectors were at it: {in_motion.join('; ')}.
        </Alert>
      )}
    </>
  )
}
