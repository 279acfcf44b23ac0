import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { wasCounted } from '@half-measure/shared/stats/counted-since.ts'
import { ApiError } from '../platform/api-error.ts'
import { comparedRange } from './engine/compared-range.ts'
import { visibleUntil } from './sharing/current-caller.ts'
import type { ReportScope, ReportSources } from './report-scope.ts'

interface Compared<Report> {
  readonly compared: Report | null
  readonly compared_range: { readonly from: string; readonly to: string } | null
}

/** The overview's cards have neither unless they are compared. */
type MaybeCompared<Report> = { readonly [Key in keyof Compared<Report>]?: Compared<Report>[Key] | undefined }

/**
 * A report, with the same report on the range compared with, unless counting had not begun then.
 *
 * @param now milliseconds since 1970.
 * @param run may omit all-time figures from the compared report.
 */
export async function comparedReport<Report extends object>(
  { countedSince }: Pick<ReportSources, 'countedSince'>,
  { compare, ...scope }: ReportScope & Pick<StatsQuery, 'compare'>,
  now: number,
  run: (scope: ReportScope, isCompared: boolean) => Promise<Report>,
): Promise<Report & Compared<Report>> {
  const range = compare && comparedRange(scope.range, compare, visibleUntil(now))
  const runOther = async () =>
    range && wasCounted(range, await countedSince()) ? run({ ...scope, range }, true) : null
  const [report, compared] = await Promise.all([run(scope, false), runOther()])
  return { ...report, compared, compared_range: range ? { from: range.from, to: range.to } : null }
}

/** Withholds small groups from both reports; the compared one is null if nothing of it can be shown. */
export function withholdBoth<Report extends object>(withhold: (report: Report) => Report) {
  return (both: Report & MaybeCompared<Report>): Report & MaybeCompared<Report> => {
    const { compared, compared_range } = both
    const report = withhold(both)
    if (compared === undefined) return report
    return { ...report, compared: compared && withholdOrNull(withhold, compared), compared_range }
  }
}

function withholdOrNull<Report>(withhold: (report: Report) => Report, report: Report): Report | null {
  try {
    return withhold(report)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
