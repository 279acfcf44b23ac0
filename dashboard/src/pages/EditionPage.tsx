import type { Edition } from '@half-measure/shared/people/edition.ts'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { editionQuestion } from '../api/edition-calls.ts'
import { useQuestion } from '../api/use-question.ts'
import { paths } from '../paths.ts'
import { Figures } from '../ui/Figures.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { EditionEditor } from '../widgets/EditionEditor.tsx'
import { EditionPreview } from '../widgets/EditionPreview.tsx'
import { EditionSending } from '../widgets/EditionSending.tsx'
import { SendEdition } from '../widgets/SendEdition.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

export function EditionPage() {
  const { id = '' } = useParams()
  const answer = useQuestion(editionQuestion(id))
  return (
    <Room title="Edition" subtitle="One issue of The Friday Edition" tools={<SignOutButton />}>
      <p className="room-back">
        <Link to={paths.editions()}>All editions</Link>
      </p>
      <Figures answer={answer} what="The edition" skeleton={<Skeleton rows={8} />}>
        {(edition) =>
          edition.progress === null ? (
            <Draft key={edition.id} edition={edition} />
          ) : (
            <div className="edition">
              <EditionSending edition={edition} progress={edition.progress} />
              <EditionPreview key={edition.version} letter={edition.letter} />
            </div>
          )
        }
      </Figures>
    </Room>
  )
}

/** What is typed counts here, not what the server says meanwhile: its newer text shows as a refused save. */
function Draft({ edition }: { edition: Edition }) {
  const navigate = useNavigate()
  const [saved, setSaved] = useState(edition)
  const latest = useRef(edition)
  const flush = useRef(() => Promise.resolve(true))

  function keep(changed: Edition) {
    latest.current = changed
    setSaved(changed)
  }

  return (
    <div className="edition">
      <div className="stack">
        <EditionEditor
          edition={edition}
          onSaved={keep}
          onReady={(ready) => {
            flush.current = ready
          }}
        />
        <SendEdition
          edition={saved}
          settle={async () => ((await flush.current()) ? latest.current : null)}
          onDeleted={() => void navigate(paths.editions(), { replace: true })}
        />
      </div>
      <EditionPreview key={saved.version} letter={saved.letter} />
    </div>
  )
}
