import { listPageTitles } from '@half-measure/shared/routes/page-titles.ts'
import { PAGE_DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { type ValueLabel, valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { useApiQuery } from '../api/queries.ts'

/** Articles appear when the server starts with a new list. */
const FRESH_MS = 10 * 60_000

/** `valueLabel`, which calls a page by its title; by its path until the titles are there. */
export function useValueLabel(): ValueLabel {
  const titles = useApiQuery(listPageTitles, {}, { freshMs: FRESH_MS })
  if (titles.status !== 'ready') return valueLabel
  return (dimension, value) => {
    const page = PAGE_DIMENSIONS.has(dimension) && titles.data.find(({ path }) => path === value)
    return page ? page.title : valueLabel(dimension, value)
  }
}
