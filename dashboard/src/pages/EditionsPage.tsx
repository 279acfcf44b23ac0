import { EditionPage as Page } from '@half-measure/shared/people/edition.ts'
import { useNavigate } from 'react-router-dom'
import { editionCalls } from '../api/edition-calls.ts'
import { useChange } from '../api/use-change.ts'
import { usePages } from '../api/use-pages.ts'
import { countOf } from '../format/number.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { MoreButton } from '../ui/MoreButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { EditionTable } from '../widgets/EditionTable.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

const NOTHING = new URLSearchParams()
const BLANK = { subject: '', preheader: '', body: '' }

export function EditionsPage() {
  const navigate = useNavigate()
  const { answer, more } = usePages({
    about: 'editions',
    path: editionCalls.path,
    params: NOTHING,
    schema: Page,
  })
  const creation = useChange(['editions'], editionCalls.create)
  const pages = answer.status === 'ready' ? answer.data : []
  const editions = pages.flatMap((page) => page.editions)
  const [latest] = pages

  async function begin() {
    const draft = await creation.run(BLANK)
    if (draft) void navigate(paths.edition(draft.id))
  }

  return (
    <Room
      title="Editions"
      subtitle={
        latest
          ? `The Friday Edition, for ${countOf(latest.readers, 'confirmed reader')}`
          : 'The Friday Edition'
      }
      content="editions"
      tools={
        <>
          <button
            type="button"
            className="button button-primary"
            aria-disabled={creation.running}
            onClick={() => !creation.running && void begin()}
          >
            Write a new one
          </button>
          <SignOutButton />
        </>
      }
    >
      {creation.failure !== null && <Alert tone="danger">{creation.failure}</Alert>}
      <Figures answer={answer} what="The editions" skeleton={<Skeleton rows={4} />}>
        {() =>
          editions.length === 0 ? <Empty>Nothing written yet.</Empty> : <EditionTable editions={editions} />
        }
      </Figures>
      <MoreButton more={more} />
    </Room>
  )
}
