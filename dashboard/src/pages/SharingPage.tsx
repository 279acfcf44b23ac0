import { KeyForm } from '../widgets/sharing/KeyForm.tsx'
import { KeyList } from '../widgets/sharing/KeyList.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

export function SharingPage() {
  return (
    <Room
      title="Sharing"
      subtitle="Who and what reads the figures without an account"
      tools={<SignOutButton />}
    >
      <div className="stack">
        <KeyForm />
        <KeyList />
      </div>
    </Room>
  )
}
