import { formatCount } from '@half-measure/shared/format-figures.ts'
import { fileName, type Period } from '../../time/period.ts'

/** The file of the listed sessions: its name, and a note beside its button if there are more. */
export function sessionsFile(
  count: number,
  hasMore: boolean,
  period: Pick<Period, 'days'>,
): { file: string; fileNote?: string } {
  if (!hasMore) return { file: fileName('sessions', period) }
  return {
    file: fileName(`sessions-newest-${count}`, period),
    fileNote: `the ${formatCount(count)} newest, as shown`,
  }
}
