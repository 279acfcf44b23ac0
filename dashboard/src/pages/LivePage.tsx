import { LiveView } from '../widgets/realtime/LiveView.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

export function LivePage() {
  return (
    <Room
      title="Live"
      subtitle="Who is reading at this moment, bots left out"
      content="figures"
      tools={<SignOutButton />}
    >
      <LiveView />
    </Room>
  )
}
