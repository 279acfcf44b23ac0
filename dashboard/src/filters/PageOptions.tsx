import { useStats } from '../api/stats.ts'
import type { Period } from '../time/period.ts'
import { useValueLabel } from './use-value-label.ts'

const MAX_PAGES = 100

/** Suggests viewed pages to an input whose `list` is this id, the most viewed first. */
export function PageOptions({ id, period }: { id: string; period: Period }) {
  const labelOf = useValueLabel()
  const result = useStats({ metrics: ['page_views'], dimension: 'page', limit: MAX_PAGES }, period)
  const pages = result.status === 'ready' ? result.data.rows : []
  return (
    <datalist id={id}>
      {pages.map(({ key }) => (
        <option key={key} value={key}>
          {labelOf('page', key)}
        </option>
      ))}
    </datalist>
  )
}
