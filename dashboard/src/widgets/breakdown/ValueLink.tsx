import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Link } from 'react-router-dom'
import { dimensionLabel } from '../../filters/asked.ts'
import { valueLabel } from '../../format/value-label.ts'
import type { BreakdownLinks } from './Breakdown.tsx'

interface ValueLinkProps {
  dimension: Dimension
  value: string
  links: Pick<BreakdownLinks, 'toggle' | 'isChosen'>
}

/** A value that leads to the view of only that, and back. */
export function ValueLink({ dimension, value, links }: ValueLinkProps) {
  const chosen = links.isChosen(dimension, value)
  const label = valueLabel(dimension, value)
  return (
    <Link
      to={links.toggle(dimension, value)}
      preventScrollReset
      aria-current={chosen ? 'true' : undefined}
      title={`${chosen ? 'No longer only' : 'Only'} ${dimensionLabel(dimension).toLowerCase()} ${label}`}
    >
      {label}
    </Link>
  )
}
