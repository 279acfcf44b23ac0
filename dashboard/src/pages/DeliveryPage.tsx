import { Collectors } from '../widgets/Collectors.tsx'
import { DeadLetters } from '../widgets/DeadLetters.tsx'
import { DeliveryAccount } from '../widgets/DeliveryAccount.tsx'
import { LastAudit } from '../widgets/LastAudit.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

export function DeliveryPage() {
  return (
    <Room
      title="Delivery"
      subtitle="Where every event is that was ever received"
      content="account"
      tools={<SignOutButton />}
    >
      <div className="stack">
        <DeliveryAccount />
        <Collectors />
        <DeadLetters />
        <LastAudit />
      </div>
    </Room>
  )
}
