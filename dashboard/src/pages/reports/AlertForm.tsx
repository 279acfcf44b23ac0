import {
  ALERT_COMPARISONS,
  type AlertComparison,
  AlertDraft,
  AlertMetric,
  alertMetricDefinition,
  isChangeComparison,
  isAudienceMetric,
  supportsChange,
} from '@half-measure/shared/reports/alert-rule.ts'
import { windowText } from '@half-measure/shared/reports/alert-text.ts'
import { createAlert, listAlerts } from '@half-measure/shared/routes/workspace.ts'
import { useId, useState } from 'react'
import { useRouteMutation } from '../../api/queries.ts'
import { FilterChips } from '../../filters/FilterBar.tsx'
import { useScope } from '../../filters/use-scope.ts'
import { ChangeFailed, Problems } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Form, Select } from '../../ui/Form.tsx'
import { chanceText, thresholdUnit } from './alert-text.ts'

const METRIC_OPTIONS = AlertMetric.options.map((value) => ({
  value,
  label: alertMetricDefinition(value).label,
}))

const COMPARISON_WORDS: Record<AlertComparison, string> = {
  below: 'below',
  above: 'above',
  down: 'down by more than',
  up: 'up by more than',
}

const WINDOWS = [15, 60, 6 * 60, 24 * 60, 7 * 24 * 60]
const DEFAULT_WINDOW = 60

/** A rule as a sentence. The URL holds its filters and the initial metric, which Explore links here with. */
export function AlertForm() {
  const scope = useScope()
  const id = useId()
  const [metric, setMetric] = useState<AlertMetric>(
    () => AlertMetric.safeParse(scope.params.get('metric')).data ?? 'page_views',
  )
  const [comparison, setComparison] = useState<AlertComparison>('below')
  const creation = useRouteMutation(createAlert, [listAlerts])
  const isAboutReaders = isAudienceMetric(metric)
  const limit = chanceText(metric, isChangeComparison(comparison))
  const options = ALERT_COMPARISONS.filter((one) => supportsChange(metric) || !isChangeComparison(one))

  async function create(field: (name: string) => string) {
    const body = AlertDraft.parse({
      metric,
      comparison,
      threshold: Number(field('threshold')),
      window_minutes: isAboutReaders ? Number(field('window')) : DEFAULT_WINDOW,
      filters: isAboutReaders ? scope.filters : [],
    })
    const created = await creation.run({ body })
    if (created) scope.change({ filters: [] }, { metric: null })
    return created
  }

  return (
    <>
      <Problems problems={scope.problems} />
      <Form layout="row" id={id} label="New alert" busy={creation.running} onSubmit={create}>
        <Select
          label="Alert when"
          value={metric}
          options={METRIC_OPTIONS}
          onChange={(chosen) => {
            setMetric(chosen)
            if (!supportsChange(chosen) && isChangeComparison(comparison)) setComparison('below')
          }}
        />
        <Select
          label="Comparison"
          isLabelHidden
          value={comparison}
          options={options.map((value) => ({ value, label: COMPARISON_WORDS[value] }))}
          onChange={setComparison}
        />
        <label className="inline-field">
          <span className="visually-hidden">Threshold</span>
          <input
            // Changes have a default of their own: one percent would alert every day.
            key={String(isChangeComparison(comparison))}
            name="threshold"
            type="number"
            min="0"
            max={comparison === 'down' ? 99 : 1e12}
            step="any"
            defaultValue={isChangeComparison(comparison) ? 30 : 1}
            required
          />
          {thresholdUnit(metric, isChangeComparison(comparison))}
        </label>
        {isAboutReaders && (
          <label className="inline-field">
            in
            <select name="window" defaultValue={DEFAULT_WINDOW}>
              {WINDOWS.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {windowText({ window_minutes: minutes })}
                </option>
              ))}
            </select>
          </label>
        )}
        {isChangeComparison(comparison) && <span className="inline-field">compared with a week before</span>}
      </Form>
      {/* Outside the form: each filter has a form of its own. */}
      <div className="row form-row">
        {isAboutReaders && (
          <>
            <span className="inline-field">only where</span>
            <FilterChips scope={scope} />
          </>
        )}
        <Button type="submit" form={id} busy={creation.running}>
          Add alert
        </Button>
      </div>
      {limit !== null && <p className="note">{limit}</p>}
      <Definitions of={[alertMetricDefinition(metric)]} />
      <ChangeFailed of={[creation]} />
    </>
  )
}
