import { Link, useParams } from 'react-router-dom'
import { paths } from '../paths.ts'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { VisitPath } from '../widgets/visits/VisitPath.tsx'
import { Room } from './Room.tsx'

export function VisitPage() {
  const { id = '' } = useParams()
  return (
    <Room
      title="Visit"
      subtitle={id}
      content="visit"
      tools={
        <>
          <Link to={paths.visits()}>All visits</Link>
          <SignOutButton />
        </>
      }
    >
      <VisitPath id={id} />
    </Room>
  )
}
