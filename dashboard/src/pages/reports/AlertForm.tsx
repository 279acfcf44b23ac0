import {
  ALERT_COMPARISONS,
  type AlertComparison,
  AlertDraft,
  AlertMetric,
  alertMetricDefinition,
  type AlertRule,
  isChangeComparison,
  isAudienceMetric,
  supportsChange,
} from '@half-measure/shared/reports/alert-rule.ts'
import { alertText, windowText } from '@half-measure/shared/reports/alert-text.ts'
import { changeAlert, createAlert, listAlerts } from '@half-measure/shared/routes/workspace.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useRouteMutation } from '../../api/queries.ts'
import { FilterChips } from '../../filters/FilterBar.tsx'
import { useScope } from '../../filters/use-scope.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { ChangeFailed, Problems } from '../../ui/Alert.tsx'
import { Button, takeFocus } from '../../ui/Button.tsx'
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

/** Rules created through the API may have other windows. */
function windowsWith(rule: AlertRule | null): number[] {
  return [...new Set([...WINDOWS, ...(rule ? [rule.window_minutes] : [])])].sort((a, b) => a - b)
}

interface AlertFormProps {
  /** To change; null for a new one. */
  rule: AlertRule | null
  onDone: () => void
}

/** A rule as a sentence. The URL holds its filters and the initial metric, which Explore links here with. */
export function AlertForm({ rule, onDone }: AlertFormProps) {
  const scope = useScope()
  const id = useId()
  const [metric, setMetric] = useState<AlertMetric>(
    () => rule?.metric ?? AlertMetric.safeParse(scope.params.get('metric')).data ?? 'page_views',
  )
  const [comparison, setComparison] = useState<AlertComparison>(rule?.comparison ?? 'below')
  const creation = useRouteMutation(createAlert, [listAlerts])
  const change = useRouteMutation(changeAlert, [listAlerts])
  const busy = creation.running || change.running
  const labelOf = useValueLabel()
  // A URL may name the alert alone. Its filters are added once: they can be removed again.
  const hasFilters = useRef(false)
  useEffect(() => {
    if (hasFilters.current) return
    hasFilters.current = true
    if (rule && rule.filters.length > 0 && !scope.params.has('f'))
      scope.change({ filters: rule.filters }, {}, 'typed')
  })
  const isChange = isChangeComparison(comparison)
  const isAboutReaders = isAudienceMetric(metric)
  const chanceNote = chanceText(metric, isChange)
  const options = ALERT_COMPARISONS.filter((one) => supportsChange(metric) || !isChangeComparison(one))

  async function save(field: (name: string) => string) {
    const body = AlertDraft.parse({
      metric,
      comparison,
      threshold: Number(field('threshold')),
      window_minutes: isAboutReaders ? Number(field('window')) : DEFAULT_WINDOW,
      filters: isAboutReaders ? scope.filters : [],
    })
    const saved = await (rule ? change.run({ params: { id: rule.id }, body }) : creation.run({ body }))
    if (saved) onDone()
    return saved
  }

  return (
    <>
      <Problems problems={scope.problems} />
      {rule && (
        <h3 tabIndex={-1} ref={takeFocus}>
          Edit: {alertText(rule, labelOf)}
        </h3>
      )}
      <Form layout="row" id={id} label={rule ? 'Edit the alert' : 'New alert'} busy={busy} onSubmit={save}>
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
            key={String(isChange)}
            name="threshold"
            type="number"
            min="0"
            max={comparison === 'down' ? 99 : 1e12}
            step="any"
            defaultValue={
              rule && isChangeComparison(rule.comparison) === isChange ? rule.threshold : isChange ? 30 : 1
            }
            required
          />
          {thresholdUnit(metric, isChange)}
        </label>
        {isAboutReaders && (
          <label className="inline-field">
            in
            <select name="window" defaultValue={rule?.window_minutes ?? DEFAULT_WINDOW}>
              {windowsWith(rule).map((minutes) => (
                <option key={minutes} value={minutes}>
                  {windowText({ window_minutes: minutes })}
                </option>
              ))}
            </select>
          </label>
        )}
        {isChange && <span className="inline-field">compared with a week before</span>}
      </Form>
      {/* Outside the form: each filter has a form of its own. */}
      <div className="row form-row">
        {isAboutReaders && (
          <>
            <span className="inline-field">only where</span>
            <FilterChips scope={scope} />
          </>
        )}
        <Button type="submit" form={id} busy={busy}>
          {rule ? 'Save alert' : 'Add alert'}
        </Button>
        {rule && (
          <Button busy={busy} onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
      {chanceNote !== null && <p className="note">{chanceNote}</p>}
      <Definitions of={[alertMetricDefinition(metric)]} />
      <ChangeFailed of={[creation, change]} />
    </>
  )
}
