import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { useQuestion } from '../../api/use-question.ts'
import { GOAL_LABELS } from '../../filters/experiments-view.ts'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ExperimentVerdict } from './ExperimentVerdict.tsx'
import { SplitCheck } from './SplitCheck.tsx'
import { VariantLooks } from './VariantLooks.tsx'
import { VariantTable } from './VariantTable.tsx'

interface ExperimentCardProps {
  test: string
  /** The test's own where it is null. */
  goal: ExperimentGoal | null
}

/** Days are judged when they are over, so nothing changes within minutes. */
const EVERY_MS = 5 * 60_000

/** What a test has shown: the verdict, what it stands on, and how it came about. */
export function ExperimentCard({ test, goal }: ExperimentCardProps) {
  const answer = useQuestion({
    about: 'experiments',
    path: `/api/stats/experiments/results?${new URLSearchParams({ test, ...(goal && { goal }) })}`,
    schema: ExperimentResult,
    everyMs: EVERY_MS,
  })
  const note = answer.status === 'ready' ? `By ${GOAL_LABELS[answer.data.goal].toLowerCase()}` : ''
  return (
    <Panel title={test} note={note}>
      <Figures answer={answer} skeleton={<Skeleton rows={8} />} what="What this test has shown">
        {(result) => <Shown result={result} />}
      </Figures>
    </Panel>
  )
}

function Shown({ result }: { result: ExperimentResult }) {
  const control = result.variants.find(({ is_control }) => is_control)?.variant ?? ''
  return (
    <div className="experiment">
      <ExperimentVerdict result={result} />
      <VariantTable result={result} />
      <SplitCheck result={result} />
      <div className="grid">
        {result.variants
          .filter(({ is_control }) => !is_control)
          .map(({ variant }) => (
            <VariantLooks key={variant} result={result} variant={variant} control={control} />
          ))}
      </div>
    </div>
  )
}
