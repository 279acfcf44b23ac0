import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { archiveExperiment, listEndedExperiments } from '@half-measure/shared/routes/reports.ts'
import type { EndedExperiment } from '@half-measure/shared/stats/experiments-ending.ts'
import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { useMay } from '../../layout/admin-access.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ExperimentPanel } from './ExperimentPanel.tsx'

interface EndedExperimentsProps {
  ended: readonly EndedExperiment[]
  goal: ExperimentGoal | null
}

/** Tests that have ended, with the results they ended with; archived ones are folded away. */
export function EndedExperiments({ ended, goal }: EndedExperimentsProps) {
  const [isOpen, setOpen] = useState(false)
  const archived = ended.filter((one) => one.archived)
  return (
    <>
      {ended
        .filter((one) => !one.archived)
        .map((one) => (
          <Ended key={one.test} ended={one} goal={goal} />
        ))}
      {archived.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Archived tests ({archived.length})</summary>
          {isOpen && (
            <div className="stack notes">
              {archived.map((one) => (
                <Ended key={one.test} ended={one} goal={goal} />
              ))}
            </div>
          )}
        </details>
      )}
    </>
  )
}

function Ended({ ended, goal }: { ended: EndedExperiment; goal: ExperimentGoal | null }) {
  const { test, archived } = ended
  const archiving = useApiMutation(
    (api, archived: boolean) => api.call(archiveExperiment, { params: { test }, body: { archived } }),
    [listEndedExperiments],
  )
  const mayChange = useMay('content')
  const action = archived ? 'Restore' : 'Archive'
  return (
    <ExperimentPanel
      test={test}
      // Of a test that the site no longer has, only its own goal is known.
      goal={findExperiment(test) ? goal : null}
      note={endingWords(ended)}
      tools={
        mayChange && (
          <Button
            aria-label={`${action}: ${test}`}
            busy={archiving.running}
            onClick={() => void archiving.run(!archived)}
          >
            {action}
          </Button>
        )
      }
    >
      <ChangeFailed of={[archiving]} />
      {ended.note !== '' && (
        <p>
          <strong>Why:</strong> {ended.note}
        </p>
      )}
    </ExperimentPanel>
  )
}

function endingWords({ ended_at, variant, by }: EndedExperiment): string {
  const who = by === null ? '' : ` by ${by}`
  return `Ended ${formatMoment(ended_at)}${who}. Every reader sees “${variant}” since.`
}
