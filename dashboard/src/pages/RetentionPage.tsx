import { useScope } from '../filters/use-scope.ts'
import { RetentionTable } from '../widgets/retention/RetentionTable.tsx'
import { ReportRoom } from './ReportRoom.tsx'

export function RetentionPage() {
  const scope = useScope()
  return (
    <ReportRoom title="Retention" subtitle="How long visits go on; who returns, nobody knows" scope={scope}>
      <RetentionTable period={scope.period} />
    </ReportRoom>
  )
}
