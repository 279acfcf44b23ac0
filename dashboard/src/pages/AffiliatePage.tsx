import { useScope } from '../filters/use-scope.ts'
import { AffiliateBoard } from '../widgets/affiliate/AffiliateBoard.tsx'
import { CommissionUpload } from '../widgets/affiliate/CommissionUpload.tsx'
import { ReportRoom } from './ReportRoom.tsx'

export function AffiliatePage() {
  const scope = useScope()
  return (
    <ReportRoom
      title="Affiliate"
      subtitle="What links to products bring, and what networks pay"
      scope={scope}
    >
      <AffiliateBoard scope={scope} />
      <CommissionUpload />
    </ReportRoom>
  )
}
