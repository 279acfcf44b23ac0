import { changeFunnel, deleteFunnel, listFunnels, saveFunnel } from '@half-measure/shared/routes/reports.ts'
import { Link } from 'react-router-dom'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import type { FunnelView } from './funnel-view.ts'

interface SavedFunnelsProps {
  /** The current funnel. */
  view: FunnelView
  hrefOf: (view: FunnelView) => string
}

/** Funnels under a name, shared by all administrators. */
export function SavedFunnels({ view, hrefOf }: SavedFunnelsProps) {
  const result = useApiQuery(listFunnels, {})
  const saving = useRouteMutation(saveFunnel, [listFunnels])
  const change = useRouteMutation(changeFunnel, [listFunnels])
  const removal = useRouteMutation(deleteFunnel, [listFunnels])
  const current = { steps: view.steps, window_minutes: view.window }
  return (
    <Panel title="Saved funnels" note="Shared by all administrators">
      <Loaded
        result={result}
        what="The saved funnels"
        rows={3}
        empty="No saved funnels yet. Put one together above and save it here."
      >
        {(funnels) => (
          <ul className="entries">
            {funnels.map(({ id, name, steps, window_minutes }) => {
              const isCurrent = steps.join(' ') === view.steps.join(' ') && window_minutes === view.window
              const params = { id }
              return (
                <Entry
                  key={id}
                  name={
                    <Link
                      to={hrefOf({ ...view, steps, window: window_minutes })}
                      aria-current={isCurrent ? 'true' : undefined}
                    >
                      {name}
                    </Link>
                  }
                  details={countOf(steps.length, 'step')}
                  actions={
                    <>
                      {!isCurrent && (
                        <ConfirmButton
                          confirmation="Replace for everybody"
                          about={name}
                          onConfirm={() => void change.run({ params, body: { name, ...current } })}
                        >
                          Replace with the current funnel
                        </ConfirmButton>
                      )}
                      <ConfirmButton
                        confirmation="Delete for good"
                        about={name}
                        onConfirm={() => void removal.run({ params })}
                      >
                        Delete
                      </ConfirmButton>
                    </>
                  }
                />
              )
            })}
          </ul>
        )}
      </Loaded>
      <Form layout="row" onSubmit={(field) => saving.run({ body: { name: field('name'), ...current } })}>
        <Field
          isInline
          label="Name of the current funnel"
          name="name"
          maxLength={100}
          pattern=".*\S.*"
          title="A name"
          autoComplete="off"
          required
        />
        <Button type="submit">Save</Button>
      </Form>
      <ChangeFailed of={[saving, change, removal]} />
    </Panel>
  )
}
