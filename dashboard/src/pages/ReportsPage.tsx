import { AlertList } from '../widgets/reports/AlertList.tsx'
import { OwnReports } from '../widgets/reports/OwnReports.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

export function ReportsPage() {
  return (
    <Room title="Reports" subtitle="What comes by mail, and when" tools={<SignOutButton />}>
      <div className="stack">
        <OwnReports />
        <AlertList />
      </div>
    </Room>
  )
}
