import type { SavedView } from '@half-measure/shared/workspace/saved-view.ts'
import { changeView, deleteView, listViews, saveView } from '@half-measure/shared/routes/views.ts'
import { Link } from 'react-router-dom'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { href, paths } from '../../paths.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Popover } from '../../ui/Popover.tsx'

interface SavedViewsProps {
  /** Query of the current view. */
  query: string
}

/** Named views: the user's own and shared ones. */
export function SavedViews({ query }: SavedViewsProps) {
  return (
    <Popover button="Saved views" title="Saved views" className="wide-popover">
      {(close) => <ViewList query={query} onLeave={close} />}
    </Popover>
  )
}

function ViewList({ query, onLeave }: SavedViewsProps & { onLeave: () => void }) {
  const result = useApiQuery(listViews, {})
  const saving = useRouteMutation(saveView, [listViews])
  const change = useRouteMutation(changeView, [listViews])
  const removal = useRouteMutation(deleteView, [listViews])
  return (
    <>
      <Loaded
        result={result.status === 'ready' ? { ...result, data: result.data.views } : result}
        what="The saved views"
        rows={2}
        empty="No saved views yet. Save the current one below."
      >
        {(views) => (
          <ul className="entries">
            {views.map((view) => {
              const params = { id: view.id }
              const { name, shared } = view
              return (
                <ViewItem
                  key={view.id}
                  view={view}
                  isCurrent={view.query === query}
                  onLeave={onLeave}
                  onReplace={() => void change.run({ params, body: { name, query, shared } })}
                  onShare={() =>
                    void change.run({ params, body: { name, query: view.query, shared: !shared } })
                  }
                  onRemove={() => void removal.run({ params })}
                />
              )
            })}
          </ul>
        )}
      </Loaded>
      <Form
        onSubmit={(field, data) =>
          saving.run({ body: { name: field('name'), shared: data.has('shared'), query } })
        }
      >
        <label>
          Name of the current view
          <input name="name" maxLength={80} pattern=".*\S.*" title="A name" autoComplete="off" required />
        </label>
        <label className="checkbox">
          <input type="checkbox" name="shared" /> Share with every administrator
        </label>
        <Button type="submit" tone="primary">
          Save view
        </Button>
      </Form>
      <ChangeFailed of={[saving, change, removal]} />
    </>
  )
}

interface ViewItemProps {
  view: SavedView
  isCurrent: boolean
  onLeave: () => void
  onReplace: () => void
  onShare: () => void
  onRemove: () => void
}

function ViewItem({ view, isCurrent, onLeave, onReplace, onShare, onRemove }: ViewItemProps) {
  const { name, query, shared, own } = view
  return (
    <li>
      <div className="row spread">
        <Link
          to={href(paths.explore, new URLSearchParams(query))}
          aria-current={isCurrent ? 'true' : undefined}
          onClick={onLeave}
        >
          {name}
        </Link>
        <span className="note">{shared ? (own ? 'shared by you' : 'shared') : 'personal'}</span>
      </div>
      <details>
        <summary aria-label={`Change the view ${name}`}>Change</summary>
        <div className="row">
          {!isCurrent && <Button onClick={onReplace}>Replace with the current view</Button>}
          {own && <Button onClick={onShare}>{shared ? 'Make private' : 'Share'}</Button>}
          {own ? (
            <ConfirmButton
              confirmation={shared ? 'Delete for everybody' : 'Delete for good'}
              onConfirm={onRemove}
            >
              Delete
            </ConfirmButton>
          ) : (
            <ConfirmButton confirmation="Make it private to its owner" onConfirm={onShare}>
              Stop sharing
            </ConfirmButton>
          )}
        </div>
      </details>
    </li>
  )
}
