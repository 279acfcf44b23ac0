import type { SavedView } from '@half-measure/shared/desk/saved-view.ts'
import { Link } from 'react-router-dom'
import { useChange } from '../../api/use-change.ts'
import { useQuestion } from '../../api/use-question.ts'
import { viewCalls, viewsQuestion } from '../../api/view-calls.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SaveViewForm } from './SaveViewForm.tsx'

interface SavedViewsProps {
  /** What stands behind the question mark at present. */
  query: string
  addressOf: (query: string) => string
}

/** Views under a name: one's own and those that somebody shares. */
export function SavedViews({ query, addressOf }: SavedViewsProps) {
  return (
    <Popover button="Saved views" title="Saved views" className="views-popover">
      {(close) => <ViewList query={query} addressOf={addressOf} onLeave={close} />}
    </Popover>
  )
}

interface ViewListProps extends SavedViewsProps {
  onLeave: () => void
}

function ViewList({ query, addressOf, onLeave }: ViewListProps) {
  const answer = useQuestion(viewsQuestion)
  const saving = useChange(['views'], viewCalls.save)
  const changing = useChange(['views'], viewCalls.change)
  const removal = useChange(['views'], viewCalls.remove)
  const failure = saving.failure ?? changing.failure ?? removal.failure
  return (
    <>
      <Figures answer={answer} what="The saved views" skeleton={<Skeleton rows={2} />}>
        {({ views }) =>
          views.length === 0 ? (
            <Empty>None yet.</Empty>
          ) : (
            <ul className="views">
              {views.map((view) => (
                <ViewItem
                  key={view.id}
                  view={view}
                  to={addressOf(view.query)}
                  isCurrent={view.query === query}
                  onLeave={onLeave}
                  onReplace={() => void changing.run({ ...view, query })}
                  onShare={() => void changing.run({ ...view, shared: !view.shared })}
                  onRemove={() => void removal.run(view.id)}
                />
              ))}
            </ul>
          )
        }
      </Figures>
      <SaveViewForm
        onSave={async (name, shared) => {
          await saving.run({ name, shared, query })
        }}
      />
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
    </>
  )
}

interface ViewItemProps {
  view: SavedView
  to: string
  isCurrent: boolean
  onLeave: () => void
  onReplace: () => void
  onShare: () => void
  onRemove: () => void
}

function ViewItem({ view, to, isCurrent, onLeave, onReplace, onShare, onRemove }: ViewItemProps) {
  return (
    <li>
      <Link to={to} aria-current={isCurrent ? 'true' : undefined} onClick={onLeave}>
        {view.name}
      </Link>
      <span className="entry-facts">
        {view.shared ? (view.own ? 'shared by you' : 'shared') : 'personal'}
      </span>
      <details>
        <summary aria-label={`Change the view ${view.name}`}>Change</summary>
        <div className="actions">
          {!isCurrent && (
            <button type="button" className="button" onClick={onReplace}>
              Replace by what is shown
            </button>
          )}
          {view.own ? (
            <>
              <button type="button" className="button" onClick={onShare}>
                {view.shared ? 'Keep to myself' : 'Share'}
              </button>
              <ConfirmButton
                question={view.shared ? 'Delete for everybody' : 'Delete for good'}
                onConfirm={onRemove}
              >
                Delete
              </ConfirmButton>
            </>
          ) : (
            <ConfirmButton question="Leave it to its owner alone" onConfirm={onShare}>
              Stop sharing
            </ConfirmButton>
          )}
        </div>
      </details>
    </li>
  )
}
