import type { ReportSettings } from '@half-measure/shared/reports/report-settings.ts'
import { changeReportSettings, readReportSettings } from '@half-measure/shared/routes/workspace.ts'
import { useState } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { Page } from '../../layout/Page.tsx'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Checkbox } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import { AlertsPanel } from './AlertsPanel.tsx'

/** The weekly report, and alerts. */
export function ReportsPage() {
  const settings = useReportSettings()
  const { result, choose } = settings
  return (
    <Page title="Reports & alerts" subtitle="Emails from the dashboard, and what triggers them">
      <div className="stack">
        <SettingsPanel settings={settings} />
        <AlertsPanel
          isEmailed={result.status !== 'ready' || result.data.alerts}
          onEmail={() => void choose({ alerts: true })}
        />
      </div>
    </Page>
  )
}

const SETTINGS: readonly { name: keyof ReportSettings; label: string; note: string }[] = [
  {
    name: 'weekly',
    label: 'Weekly report',
    note: 'On Monday morning, or once all events of the week are loaded: figures compared with the week before, articles, sources, and data quality.',
  },
  {
    name: 'alerts',
    label: 'Alerts',
    note: 'When an alert below is raised and when it is resolved, or changed or deleted while raised; when an outbound link dies and when it works again or is removed.',
  },
]

function useReportSettings() {
  const stored = useApiQuery(readReportSettings, {})
  const change = useRouteMutation(changeReportSettings, [readReportSettings])
  // A choice shows at once; only a failure takes it back.
  const [chosen, setChosen] = useState<Partial<ReportSettings>>({})
  const result: typeof stored =
    stored.status === 'ready' ? { ...stored, data: { ...stored.data, ...chosen } } : stored

  async function choose(part: Partial<ReportSettings>) {
    setChosen((before) => ({ ...before, ...part }))
    if ((await change.run({ body: part })) === null) setChosen({})
  }

  return { result, change, choose }
}

function SettingsPanel({
  settings: { result, change, choose },
}: {
  settings: ReturnType<typeof useReportSettings>
}) {
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
                    checked={settings[name]}
                    onChange={(checked) => void choose({ [name]: checked })}
                  />
                }
                details={note}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <ChangeFailed of={[change]} />
    </Panel>
  )
}
