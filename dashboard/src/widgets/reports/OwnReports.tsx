import type { ReportSettings } from '@half-measure/shared/reports/report-settings.ts'
import { useState } from 'react'
import { reportCalls, reportSettingsQuestion } from '../../api/report-calls.ts'
import { useChange } from '../../api/use-change.ts'
import { useQuestion } from '../../api/use-question.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const CHOICES: readonly { name: keyof ReportSettings; label: string; note: string }[] = [
  {
    name: 'weekly',
    label: 'The week’s figures',
    note: 'On Monday morning: figures against the week before, articles, sources, and the account of events.',
  },
  {
    name: 'alerts',
    label: 'Alerts',
    note: 'When one of the rules below is met, and when that is over.',
  },
]

/** What this administrator wants to hear by mail. */
export function OwnReports() {
  const answer = useQuestion(reportSettingsQuestion)
  const changing = useChange(['report-settings'], reportCalls.changeSettings)
  // What was ticked is ticked at once; only a refusal takes it back.
  const [chosen, setChosen] = useState<Partial<ReportSettings>>({})

  async function choose(change: Partial<ReportSettings>) {
    setChosen((before) => ({ ...before, ...change }))
    if ((await changing.run(change)) === null) setChosen({})
  }

  return (
    <Panel title="Mail to you" note="Each administrator chooses for themselves">
      <Figures answer={answer} what="Your choice" skeleton={<Skeleton rows={2} />}>
        {(settings) => (
          <ul className="entries">
            {CHOICES.map(({ name, label, note }) => (
              <li key={name}>
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={chosen[name] ?? settings[name]}
                    onChange={({ target }) => void choose({ [name]: target.checked })}
                  />
                  {label}
                </label>
                <p className="entry-facts">{note}</p>
              </li>
            ))}
          </ul>
        )}
      </Figures>
      {changing.failure !== null && <Alert tone="danger">{changing.failure}</Alert>}
    </Panel>
  )
}
