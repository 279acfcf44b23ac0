import { Panel } from '../ui/Panel.tsx'
import { EnrolFactor } from '../widgets/EnrolFactor.tsx'
import { OwnEmail } from '../widgets/OwnEmail.tsx'
import { OwnFactors } from '../widgets/OwnFactors.tsx'
import { OwnPassword } from '../widgets/OwnPassword.tsx'
import { OwnRecoveryCodes } from '../widgets/OwnRecoveryCodes.tsx'
import { OwnSessionList } from '../widgets/OwnSessionList.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

export function AccountPage() {
  return (
    <Room title="Account" subtitle="How you sign in, and where you are signed in" tools={<SignOutButton />}>
      <div className="grid">
        <OwnEmail />
        <OwnPassword />
        <OwnFactors />
        <Panel title="Add a second factor">
          <EnrolFactor />
        </Panel>
        <div className="grid-wide stack">
          <OwnRecoveryCodes />
          <OwnSessionList />
        </div>
      </div>
    </Room>
  )
}
