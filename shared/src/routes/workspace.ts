import { AdminChange, AdminInvitation, Admins, AdminSessions } from '../auth/admin.ts'
import { AuditPage } from '../auth/audit-entry.ts'
import { AlertDraft, AlertRule, AlertRules, AlertTest } from '../reports/alert-rule.ts'
import { ReportSettings, ReportSettingsChange } from '../reports/report-settings.ts'
import { CreatedApiToken, OpenedShare, ShareOpening, ApiTokenDraft, ApiTokens } from '../sharing/api-token.ts'
import { route } from './route.ts'

export const listAdmins = route('GET', '/api/admins', Admins)
export const inviteAdmin = route('POST', '/api/admins', undefined, AdminInvitation)
export const changeAdmin = route('PATCH', '/api/admins/:id', undefined, AdminChange)
export const resetSecondFactor = route('POST', '/api/admins/:id/reset-second-factor')
/** Takes away the right or the invitation. */
export const removeAdmin = route('DELETE', '/api/admins/:id')
export const listAdminSessions = route('GET', '/api/admins/:id/sessions', AdminSessions)
export const endAdminSession = route('DELETE', '/api/admins/:id/sessions/:session')

export const listAudit = route('GET', '/api/audit', AuditPage)
/** CSV. */
export const exportAudit = route('GET', '/api/audit/export.csv')

export const readReportSettings = route('GET', '/api/reports/settings', ReportSettings)
export const changeReportSettings = route(
  'PATCH',
  '/api/reports/settings',
  ReportSettings,
  ReportSettingsChange,
)
export const listAlerts = route('GET', '/api/reports/alerts', AlertRules)
export const createAlert = route('POST', '/api/reports/alerts', AlertRule, AlertDraft)
/** Replaces a rule; it is checked again. */
export const changeAlert = route('PUT', '/api/reports/alerts/:id', AlertRule, AlertDraft)
export const testAlert = route('POST', '/api/reports/alerts/:id/test', AlertTest)
export const deleteAlert = route('DELETE', '/api/reports/alerts/:id')

export const listApiTokens = route('GET', '/api/tokens', ApiTokens)
export const createApiToken = route('POST', '/api/tokens', CreatedApiToken, ApiTokenDraft)
export const revokeApiToken = route('DELETE', '/api/tokens/:id')
/** What the page of a share link calls, without an account. */
export const openShare = route('POST', '/api/share/open', OpenedShare, ShareOpening)
