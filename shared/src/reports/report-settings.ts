import { z } from 'zod'

/** `GET` and `PATCH /api/reports/settings`: the emails that an administrator wants. */
export const ReportSettings = z.object({
  /** The week's figures, on Monday morning, or once all its events are loaded; on Thursday in any case. */
  weekly: z.boolean(),
  /** When a rule is met, and when it no longer is. */
  alerts: z.boolean(),
})
export type ReportSettings = z.infer<typeof ReportSettings>

export const ReportSettingsChange = z.strictObject(ReportSettings.partial().shape)
export type ReportSettingsChange = z.output<typeof ReportSettingsChange>
