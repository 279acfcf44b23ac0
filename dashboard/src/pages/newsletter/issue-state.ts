import { type IssueSummary, MAX_REFUSALS } from '@half-measure/shared/audience/issue.ts'
import { formatMoment } from '../../format/time.ts'

/** `draft`, `scheduled for Fri 20 Nov 2026, 17:00`, `sending, 40 %`, `sent`, `stopped at 40 %` */
export function issueState({
  state,
  progress,
  scheduled_for,
}: Pick<IssueSummary, 'state' | 'progress' | 'scheduled_for'>): string {
  switch (state) {
    case 'draft':
      return 'draft'
    case 'scheduled':
      return `scheduled for ${formatMoment(scheduled_for ?? '')}`
    case 'sending':
      return `sending, ${percentDone(progress)} %`
    case 'paused':
      return `paused at ${percentDone(progress)} %`
    case 'sent':
      return progress?.failed ? 'sent, with failures' : 'sent'
    case 'stopped':
      return `stopped at ${percentDone(progress)} %`
  }
}

/** Whether it may have paused itself, because the mail server refused its emails. */
export function mayBeRefused({ state, progress }: Pick<IssueSummary, 'state' | 'progress'>): boolean {
  return state === 'paused' && progress !== null && progress.failed >= MAX_REFUSALS
}

/** Emails delivered or given up, in whole percent of all; never 100 before the last one. */
export function percentDone(progress: IssueSummary['progress']): number {
  if (progress === null || progress.recipients === 0) return 0
  const open = progress.remaining + progress.waiting
  return Math.floor((100 * (progress.recipients - open)) / progress.recipients)
}
