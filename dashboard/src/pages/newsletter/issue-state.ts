import type { IssueSummary } from '@half-measure/shared/audience/issue.ts'

/** `draft`, `sending, 40 %`, `sent` */
export function issueState({ state, progress }: Pick<IssueSummary, 'state' | 'progress'>): string {
  switch (state) {
    case 'draft':
      return 'draft'
    case 'sending':
      return `sending, ${percentDone(progress)} %`
    case 'paused':
      return `paused at ${percentDone(progress)} %`
    case 'sent':
      return progress?.failed ? 'sent, with failures' : 'sent'
  }
}

/** Emails delivered or given up, in whole percent of all; never 100 before the last one. */
export function percentDone(progress: IssueSummary['progress']): number {
  if (progress === null || progress.recipients === 0) return 0
  const open = progress.remaining + progress.waiting
  return Math.floor((100 * (progress.recipients - open)) / progress.recipients)
}
