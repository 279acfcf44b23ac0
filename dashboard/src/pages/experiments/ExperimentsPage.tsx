import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { listEndedExperiments } from '@half-measure/shared/routes/reports.ts'
import { ExperimentGoal, goalLabel } from '@half-measure/shared/stats/experiments-plan.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useApiQuery } from '../../api/queries.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { exploreHref } from '../../filters/value-hrefs.ts'
import { useMay } from '../../layout/admin-access.ts'
import { CoverageLine } from '../../layout/coverage/CoverageLine.tsx'
import { Page } from '../../layout/Page.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Select } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { EndedExperiments } from './EndedExperiments.tsx'
import { EndExperiment } from './EndExperiment.tsx'
import { ExperimentPanel } from './ExperimentPanel.tsx'

const OWN_GOAL = 'own'
const OPTIONS = [
  { value: OWN_GOAL, label: 'each test’s own goal' },
  ...ExperimentGoal.options.map((value) => ({ value, label: goalLabel(value) })),
] as const

/** The results of each test from its first day on. */
export function ExperimentsPage() {
  const scope = useScope()
  const ended = useApiQuery(listEndedExperiments, {}, { refetchInterval: 5 * 60_000 })
  const mayEnd = useMay('content')
  const [done, setDone] = useState<string | null>(null)
  const goal = ExperimentGoal.nullable().catch(null).parse(scope.params.get('goal'))
  return (
    <Page
      title="Experiments"
      subtitle="What to keep, what to stop, and what is undecided"
      tools={
        <Select
          label="Goal"
          value={goal ?? OWN_GOAL}
          options={OPTIONS}
          onChange={(chosen) => scope.change({}, { goal: chosen === OWN_GOAL ? null : chosen })}
        />
      }
    >
      <WholeTests scope={scope} />
      {/* Tests begin on different days, so coverage is recent. */}
      <CoverageLine scope={scope} preset="28d" when="of the last 28 days" />
      <div className="stack">
        {done !== null && (
          // The pressed button goes with its panel, so the focus continues here.
          <output key={done} tabIndex={-1} ref={takeFocus}>
            {done}
          </output>
        )}
        <Loaded result={ended} rows={8} what="Which tests have ended">
          {(ended) => (
            <div className="stack">
              {EXPERIMENTS.filter(({ name }) => !ended.some(({ test }) => test === name)).map(({ name }) => (
                <ExperimentPanel
                  key={name}
                  test={name}
                  goal={goal}
                  tools={mayEnd && <EndExperiment test={name} onDone={setDone} />}
                />
              ))}
              <EndedExperiments ended={ended} goal={goal} onDone={setDone} />
            </div>
          )}
        </Loaded>
        {ended.status === 'failed' &&
          EXPERIMENTS.map(({ name }) => <ExperimentPanel key={name} test={name} goal={goal} />)}
        <Definitions
          of={[
            DEFINITIONS.exposedSessions,
            DEFINITIONS.converted,
            goal === 'value' ? DEFINITIONS.variantValue : DEFINITIONS.variantRate,
            DEFINITIONS.variantDifference,
          ]}
        />
      </div>
    </Page>
  )
}

/** Why there is no filter bar here, and where to see groups of readers. */
function WholeTests({ scope }: { scope: UsedScope }) {
  return (
    <div className="filter-bar row">
      <p>
        <strong>From the first day, all readers.</strong> Period and filters do not apply here: a test is
        judged as a whole, because among periods and groups chosen afterwards one “wins” by chance.{' '}
        <span className="note">
          Explore shows single groups, without verdicts:{' '}
          {EXPERIMENTS.map(({ name }, at) => (
            <span key={name}>
              {at > 0 && ', '}
              <Link to={exploreHref(scope, 'experiment', name)}>{name}</Link>
            </span>
          ))}
          .
        </span>
      </p>
    </div>
  )
}

/** One function for all renders: a new one would take the focus again with each. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
