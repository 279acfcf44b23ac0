import type { Edition } from '@half-measure/shared/people/edition.ts'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { editionQuestion } from '../api/edition-calls.ts'
import { useKeepAnswer } from '../api/use-keep-answer.ts'
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

/**
 * A draft being written. What is typed counts; what others saved meanwhile is taken over only while nothing here is
 * unsaved, and shows as a refused save otherwise.
 */
function Draft({ edition }: { edition: Edition }) {
  const navigate = useNavigate()
  const keep = useKeepAnswer(editionQuestion(edition.id))
  const [begun, setBegun] = useState(edition)
  const [known, setKnown] = useState(edition.version)
  const [isSaved, setIsSaved] = useState(true)
  const latest = useRef(edition)
  const flush = useRef(() => Promise.resolve(true))

  if (isSaved && edition.version > known) {
    setKnown(edition.version)
    setBegun(edition)
  }

  function saved(changed: Edition) {
    latest.current = changed
    setKnown(changed.version)
    keep(changed)
  }

  async function settle(): Promise<Edition | null> {
    if (!(await flush.current())) return null
    return latest.current.version > edition.version ? latest.current : edition
  }

  return (
    <div className="edition">
      <div className="stack">
        <EditionEditor
          key={begun.version}
          edition={begun}
          onSaved={saved}
          onState={({ status }) => setIsSaved(status === 'saved')}
          onReady={(ready) => {
            flush.current = ready
          }}
        />
        <SendEdition
          edition={edition}
          settle={settle}
          onDeleted={() => void navigate(paths.editions(), { replace: true })}
        />
      </div>
      <EditionPreview key={edition.version} letter={edition.letter} />
    </div>
  )
}
