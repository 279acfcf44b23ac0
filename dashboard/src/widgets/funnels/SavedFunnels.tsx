import { Link } from 'react-router-dom'
import { funnelCalls, funnelsQuestion } from '../../api/funnel-calls.ts'
import { useChange } from '../../api/use-change.ts'
import { useQuestion } from '../../api/use-question.ts'
import { countOf } from '../../format/number.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { FunnelView } from './funnel-view.ts'

interface SavedFunnelsProps {
  /** What is shown at present. */
  view: FunnelView
  addressOf: (view: FunnelView) => string
}

/** Funnels under a name, for every administrator; what is shown can be kept or take the place of one. */
export function SavedFunnels({ view, addressOf }: SavedFunnelsProps) {
  const answer = useQuestion(funnelsQuestion)
  const saving = useChange(['funnels'], funnelCalls.save)
  const changing = useChange(['funnels'], funnelCalls.change)
  const removal = useChange(['funnels'], funnelCalls.remove)
  const failure = saving.failure ?? changing.failure ?? removal.failure
  const shown = { steps: view.steps, window_minutes: view.window }
  return (
    <Panel title="Kept funnels" note="Seen by every administrator">
      <Figures answer={answer} what="The kept funnels" skeleton={<Skeleton rows={3} />}>
        {(funnels) =>
          funnels.length === 0 ? (
            <Empty>None yet.</Empty>
          ) : (
            <ul className="views">
              {funnels.map((funnel) => {
                const isShown =
                  funnel.steps.join(' ') === view.steps.join(' ') && funnel.window_minutes === view.window
                return (
                  <li key={funnel.id}>
                    <Link
                      to={addressOf({ steps: funnel.steps, window: funnel.window_minutes })}
                      aria-current={isShown ? 'true' : undefined}
                    >
                      {funnel.name}
                    </Link>
                    <span className="entry-facts">{countOf(funnel.steps.length, 'step')}</span>
                    <div className="actions">
                      {!isShown && (
                        <button
                          type="button"
                          className="button"
                          onClick={() => void changing.run({ ...funnel, ...shown })}
                        >
                          Replace by what is shown
                        </button>
                      )}
                      <ConfirmButton question="Delete for good" onConfirm={() => void removal.run(funnel.id)}>
                        Delete
                      </ConfirmButton>
                    </div>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Figures>
      <form
        className="room-form"
        action={async (form) => {
          await saving.run({ name: textOf(form, 'name').trim(), ...shown })
        }}
      >
        <label className="labelled-select">
          Keep what is shown as
          <input name="name" maxLength={100} pattern=".*\S.*" title="A name" autoComplete="off" required />
        </label>
        <button type="submit" className="button">
          Keep
        </button>
      </form>
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
    </Panel>
  )
}
