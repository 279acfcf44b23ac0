import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { useSearchParams } from 'react-router-dom'
import { GOAL_LABELS, readGoal, writeGoal } from '../filters/experiments-view.ts'
import { ExperimentCard } from '../widgets/experiments/ExperimentCard.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

/** What each test has shown, from its first day on. */
export function ExperimentsPage() {
  const [params, setParams] = useSearchParams()
  const goal = readGoal(params)
  return (
    <Room
      title="Experiments"
      subtitle="What to keep, what to stop, and what nobody can tell yet"
      content="verdicts"
      tools={
        <>
          <label className="choice">
            Read by
            <select
              value={goal ?? ''}
              onChange={({ target }) =>
                setParams(writeGoal(ExperimentGoal.nullable().catch(null).parse(target.value)))
              }
            >
              <option value="">each test’s own goal</option>
              {ExperimentGoal.options.map((goal) => (
                <option key={goal} value={goal}>
                  {GOAL_LABELS[goal]}
                </option>
              ))}
            </select>
          </label>
          <SignOutButton />
        </>
      }
    >
      <div className="stack">
        {EXPERIMENTS.map(({ name }) => (
          <ExperimentCard key={name} test={name} goal={goal} />
        ))}
      </div>
    </Room>
  )
}
