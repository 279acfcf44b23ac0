import { AlertDraft, AlertMetric, alertMetricFacts } from '@half-measure/shared/reports/alert-rule.ts'
import type { ReportSettings } from '@half-measure/shared/reports/report-settings.ts'
import {
  changeReportSettings,
  createAlert,
  deleteAlert,
  listAlerts,
  readReportSettings,
} from '@half-measure/shared/routes/workspace.ts'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { Page } from '../../layout/Page.tsx'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Checkbox, Form, Select } from '../../ui/Form.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import { hasWindow, ruleWords, stateWords, WINDOWS } from './alert-words.ts'

/** What comes by mail: the weekly report, and alerts. */
export function ReportsPage() {
  return (
    <Page title="Reports & alerts" subtitle="What comes by mail, and when">
      <div className="stack">
        <SettingsPanel />
        <AlertsPanel />
      </div>
    </Page>
  )
}

const SETTINGS: readonly { name: keyof ReportSettings; label: string; note: string }[] = [
  {
    name: 'weekly',
    label: 'Weekly report',
    note: 'On Monday morning: figures compared with the week before, articles, sources, and data quality.',
  },
  { name: 'alerts', label: 'Alerts', note: 'When an alert below is met, and when it no longer is.' },
]

function SettingsPanel() {
  const result = useApiQuery(readReportSettings, {})
  const change = useApiMutation(
    (api, body: Partial<ReportSettings>) => api.call(changeReportSettings, { body }),
    [readReportSettings],
  )
  // A tick shows at once; only a failure takes it back.
  const [chosen, setChosen] = useState<Partial<ReportSettings>>({})

  async function choose(part: Partial<ReportSettings>) {
    setChosen((before) => ({ ...before, ...part }))
    if ((await change.run(part)) === null) setChosen({})
  }

  return (
    <Panel title="Mail to you" note="Each administrator chooses for themselves">
      <Loaded result={result} what="Your settings" rows={2}>
        {(settings) => (
          <ul className="entries">
            {SETTINGS.map(({ name, label, note }) => (
              <Entry
                key={name}
                name={
                  <Checkbox
                    label={label}
                    checked={chosen[name] ?? settings[name]}
                    onChange={(checked) => void choose({ [name]: checked })}
                  />
                }
                facts={note}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <ChangeFailed of={[change]} />
    </Panel>
  )
}

/** Between looks at the rules, which are checked every few minutes. */
const POLL_MS = 60_000

function AlertsPanel() {
  const result = useApiQuery(listAlerts, {}, { pollMs: POLL_MS })
  const removal = useApiMutation((api, id: string) => api.call(deleteAlert, { params: { id } }), [listAlerts])
  return (
    <Panel title="Alerts" note="Shared by all administrators, checked every five minutes">
      <Loaded result={result} what="The alerts" rows={3}>
        {({ rules }) =>
          rules.length === 0 ? (
            <Empty>No alerts yet. Add one below to hear when a figure is too low or too high.</Empty>
          ) : (
            <ul className="entries">
              {rules.map((rule) => (
                <Entry
                  key={rule.id}
                  name={ruleWords(rule)}
                  facts={stateWords(rule)}
                  actions={
                    <ConfirmButton question="Delete for good" onConfirm={() => void removal.run(rule.id)}>
                      Delete
                    </ConfirmButton>
                  }
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ChangeFailed of={[removal]} />
      <AlertForm />
    </Panel>
  )
}

const UNITS = { count: '', percent: '%', seconds: 'seconds', ratio: '', gbp: 'pounds' } as const
const METRIC_OPTIONS = AlertMetric.options.map((value) => ({ value, label: alertMetricFacts(value).label }))

function AlertForm() {
  const [metric, setMetric] = useState<AlertMetric>('page_views')
  const creation = useApiMutation((api, body: AlertDraft) => api.call(createAlert, { body }), [listAlerts])
  return (
    <>
      <Form
        layout="row"
        label="New alert"
        busy={creation.running}
        onSubmit={(field) =>
          creation.run(
            AlertDraft.parse({
              metric,
              comparison: field('comparison'),
              threshold: Number(field('threshold')),
              window_minutes: hasWindow(metric) ? Number(field('window')) : WINDOWS[0].minutes,
            }),
          )
        }
      >
        <Select label="Alert when" value={metric} options={METRIC_OPTIONS} onChange={setMetric} />
        <select name="comparison" aria-label="Comparison" defaultValue="below">
          <option value="below">below</option>
          <option value="above">above</option>
        </select>
        <label className="inline-field">
          <span className="visually-hidden">Threshold</span>
          <input name="threshold" type="number" min="0" step="any" defaultValue="1" required />
          {UNITS[alertMetricFacts(metric).unit]}
        </label>
        {hasWindow(metric) && (
          <label className="inline-field">
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
        <Button type="submit" busy={creation.running}>
          Add alert
        </Button>
      </Form>
      <ChangeFailed of={[creation]} />
    </>
  )
}
