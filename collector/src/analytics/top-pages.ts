import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { TopPages } from '@half-measure/shared/stats/top-pages.ts'
import { type AskPlan, exactly } from './engine/ask-plan.ts'
import { planRows } from './engine/plan.ts'

export async function topPages(
  askPlan: AskPlan,
  range: StatsRange,
  limit: number,
  signal?: AbortSignal,
): Promise<TopPages> {
  const question = { ...exactly(range, ['page_views']), dimension: 'page' as const, limit }
  const rows = await askPlan(question, planRows, signal)
  return rows.map(({ key, figures }) => ({ page_path: key, views: figures.page_views ?? 0 }))
}
