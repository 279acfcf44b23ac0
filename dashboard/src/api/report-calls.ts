import { AlertRule, AlertRules, type AlertDraft } from '@half-measure/shared/reports/alert-rule.ts'
import { ReportSettings, type ReportSettingsChange } from '@half-measure/shared/reports/report-settings.ts'
import type { Api } from './api.ts'

const settings = '/api/reports/settings'
const alerts = '/api/reports/alerts'

export const reportSettingsQuestion = { about: 'report-settings', path: settings, schema: ReportSettings }

/** Rules are looked at every few minutes. */
export const alertsQuestion = { about: 'alerts', path: alerts, schema: AlertRules, everyMs: 60_000 }

export const reportCalls = {
  changeSettings: (api: Api, change: ReportSettingsChange) =>
    api.send('PATCH', settings, ReportSettings, change),

  makeAlert: (api: Api, draft: AlertDraft) => api.send('POST', alerts, AlertRule, draft),

  deleteAlert: (api: Api, id: string) => api.tell('DELETE', `${alerts}/${id}`),
}
