import { listPageTitles } from '@half-measure/shared/routes/page-titles.ts'
import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import { titledLabel, type ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { useApiQuery } from '../api/queries.ts'

/** Articles appear when the server starts with a new list. */
const FRESH_MS = 10 * 60_000

/** `valueLabel`, which calls a page by its title; by its path until the titles are there. */
export function useValueLabel(): ValueLabel {
  return titledLabel(usePageTitles())
}

/** The title of the page at a path; undefined where it has none, and until the titles are there. */
export function usePageTitle(): (path: string) => string | undefined {
  const titles = usePageTitles()
  return (path) => titles.find((page) => page.path === path)?.title
}

function usePageTitles(): PageTitles {
  const titles = useApiQuery(listPageTitles, {}, { freshMs: FRESH_MS })
  return titles.status === 'ready' ? titles.data : []
}
