import { AdminList } from '../widgets/AdminList.tsx'
import { InviteAdmin } from '../widgets/InviteAdmin.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

export function AdminsPage() {
  return (
    <Room title="Admins" subtitle="Who may see all this" content="administrators" tools={<SignOutButton />}>
      <div className="stack">
        <AdminList />
        <InviteAdmin />
      </div>
    </Room>
  )
}
