import type { ReactNode } from 'react'
import { countOf } from '../format/number.ts'
import { Popover } from '../ui/Popover.tsx'
import { useMedia } from '../ui/use-media.ts'

interface ScopeBarProps {
  /** Always in sight. */
  period: ReactNode
  /** How many filters there are. */
  filterCount: number
  /** In sight where there is room, else in a sheet. */
  children: ReactNode
}

/** What every figure of the page is about. It stays in sight, and small where the window is. */
export function ScopeBar({ period, filterCount, children }: ScopeBarProps) {
  const isNarrow = useMedia('(width < 48rem)')
  return (
    <div className="scope">
      {period}
      {isNarrow ? (
        <Popover
          button={filterCount === 0 ? 'Filters' : countOf(filterCount, 'filter')}
          title="Filters and comparison"
          className="scope-sheet"
        >
          {() => children}
        </Popover>
      ) : (
        children
      )}
    </div>
  )
}
