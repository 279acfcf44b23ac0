import { z } from 'zod'

/** `GET` and `PATCH /api/reports/settings`: what an administrator wants to hear by mail. */
export const ReportSettings = z.object({
  /** The week's figures, on Monday morning. */
  weekly: z.boolean(),
  /** When a rule is met, and when that is over. */
  alerts: z.boolean(),
})
export type ReportSettings = z.infer<typeof ReportSettings>

export const ReportSettingsChange = z.strictObject(ReportSettings.partial().shape)
export type ReportSettingsChange = z.output<typeof ReportSettingsChange>
