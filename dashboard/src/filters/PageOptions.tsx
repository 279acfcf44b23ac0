import { useStats } from '../api/stats.ts'
import type { Period } from '../time/period.ts'

const MOST_PAGES = 100

/** Suggests viewed pages to an input whose `list` is this id, the most viewed first. */
export function PageOptions({ id, period }: { id: string; period: Period }) {
  const result = useStats({ metrics: ['page_views'], dimension: 'page', limit: MOST_PAGES }, period)
  const pages = result.status === 'ready' ? result.data.rows : []
  return (
    <datalist id={id}>
      {pages.map(({ key }) => (
        <option key={key}>{key}</option>
      ))}
    </datalist>
  )
}
