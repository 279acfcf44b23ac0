import { AlertDraft, AlertMetric, alertMetricFacts } from '@half-measure/shared/reports/alert-rule.ts'
import { useId, useState } from 'react'
import { reportCalls } from '../../api/report-calls.ts'
import { useChange } from '../../api/use-change.ts'
import { Alert } from '../../ui/Alert.tsx'
import { textOf } from '../../ui/text-of.ts'
import { hasWindow, WINDOWS } from './alert-words.ts'

const UNITS = { count: '', percent: '%', seconds: 'seconds', ratio: '', gbp: 'pounds' } as const

/** Makes a rule. */
export function AlertForm() {
  const id = useId()
  const [metric, setMetric] = useState<AlertMetric>('page_views')
  const making = useChange(['alerts'], reportCalls.makeAlert)

  async function make(form: FormData) {
    if (making.running) return
    const draft = AlertDraft.parse({
      metric,
      comparison: textOf(form, 'comparison'),
      threshold: Number(textOf(form, 'threshold')),
      window_minutes: hasWindow(metric) ? Number(textOf(form, 'window')) : WINDOWS[0].minutes,
    })
    await making.run(draft)
  }

  return (
    <>
      <form className="room-form" action={make} aria-label="A new rule">
        <label className="labelled-select">
          Tell of
          <select
            value={metric}
            onChange={({ target }) => setMetric(AlertMetric.catch(metric).parse(target.value))}
          >
            {AlertMetric.options.map((option) => (
              <option key={option} value={option}>
                {alertMetricFacts(option).label}
              </option>
            ))}
          </select>
        </label>
        <label className="labelled-select">
          <span className="visually-hidden">Comparison</span>
          <select name="comparison" defaultValue="below">
            <option value="below">below</option>
            <option value="above">above</option>
          </select>
        </label>
        <label className="labelled-select" htmlFor={id}>
          <span className="visually-hidden">Threshold</span>
          <input id={id} name="threshold" type="number" min="0" step="any" defaultValue="1" required />
          {UNITS[alertMetricFacts(metric).unit]}
        </label>
        {hasWindow(metric) && (
          <label className="labelled-select">
            in the last
            <select name="window" defaultValue={60}>
              {WINDOWS.map(({ minutes, label }) => (
                <option key={minutes} value={minutes}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" className="button" aria-disabled={making.running}>
          Add the rule
        </button>
      </form>
      {making.failure !== null && <Alert tone="danger">{making.failure}</Alert>}
    </>
  )
}
