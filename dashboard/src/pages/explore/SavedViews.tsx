import type { SavedView, SavedViewChange } from '@half-measure/shared/workspace/saved-view.ts'
import { changeView, deleteView, listViews, saveView } from '@half-measure/shared/routes/views.ts'
import { Link } from 'react-router-dom'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { href, paths } from '../../paths.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Popover } from '../../ui/Popover.tsx'

interface SavedViewsProps {
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
            {views.map((view) => (
              <ViewItem
                key={view.id}
                view={view}
                current={query}
                onLeave={onLeave}
                onChange={(body) => void change.run({ params: { id: view.id }, body })}
                onRemove={() => void removal.run({ params: { id: view.id } })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Form
        onSubmit={(field, data) =>
          saving.run({ body: { name: field('name'), shared: data.has('shared'), query } })
        }
      >
        <Field
          label="Name of the current view"
          name="name"
          maxLength={80}
          pattern=".*\S.*"
          title="A name"
          autoComplete="off"
          required
        />
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
  current: string
  onLeave: () => void
  onChange: (change: SavedViewChange) => void
  onRemove: () => void
}

function ViewItem({ view, current, onLeave, onChange, onRemove }: ViewItemProps) {
  const { name, query, shared, own, can_delete: canDelete } = view
  const isCurrent = query === current
  const share = () => onChange({ shared: !shared })
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
          {!isCurrent && (
            <ConfirmButton
              confirmation={shared ? 'Replace for everybody' : 'Replace for good'}
              about={name}
              onConfirm={() => onChange({ query: current })}
            >
              Replace with the current view
            </ConfirmButton>
          )}
          {own && <Button onClick={share}>{shared ? 'Make private' : 'Share'}</Button>}
          {!own && (
            <ConfirmButton
              confirmation={canDelete ? 'Make it private to you' : 'Make it private to its owner'}
              about={name}
              onConfirm={share}
            >
              Stop sharing
            </ConfirmButton>
          )}
          {canDelete && (
            <ConfirmButton
              confirmation={shared ? 'Delete for everybody' : 'Delete for good'}
              about={name}
              onConfirm={onRemove}
            >
              Delete
            </ConfirmButton>
          )}
        </div>
      </details>
    </li>
  )
}
