import { listPageTitles } from '@half-measure/shared/routes/page-titles.ts'
import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import { titledLabel, type ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { useApiQuery } from '../api/queries.ts'

/** Articles appear when the server starts with a new list. */
const FRESH_MS = 10 * 60_000

/** `valueLabel` with the titles of pages, or their paths until the titles are loaded. */
export function useValueLabel(): ValueLabel {
  return titledLabel(usePageTitles())
}

/** The title of the page at a path; undefined if it has none, or until the titles are loaded. */
export function usePageTitle(): (path: string) => string | undefined {
  const titles = usePageTitles()
  return (path) => titles.find((page) => page.path === path)?.title
}

function usePageTitles(): PageTitles {
  const titles = useApiQuery(listPageTitles, {}, { staleTime: FRESH_MS })
  return titles.status === 'ready' ? titles.data : []
}
