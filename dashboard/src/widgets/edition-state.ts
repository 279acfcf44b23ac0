import type { EditionSummary } from '@half-measure/shared/people/edition.ts'

/** Where an edition stands, in a few words. */
export function editionState({ state, progress }: Pick<EditionSummary, 'state' | 'progress'>): string {
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

/** Letters that are settled one way or the other, as whole percent of all; never 100 before the last one is. */
export function percentDone(progress: EditionSummary['progress']): number {
  if (progress === null || progress.recipients === 0) return 0
  const open = progress.remaining + progress.waiting
  return Math.floor((100 * (progress.recipients - open)) / progress.recipients)
}
