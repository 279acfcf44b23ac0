import { lazy, type ReactNode, Suspense } from 'react'
import { Empty, Skeleton } from './Loaded.tsx'
import type { RankedTableProps } from './RankedTable.tsx'

// The first figures do not wait for the sorting library.
const RankedTable = lazy(async () => ({ default: (await import('./RankedTable.tsx')).RankedTable }))

export interface RankedListProps extends RankedTableProps {
  /** In place of no rows. */
  empty: ReactNode
}

export function RankedList({ empty, ...table }: RankedListProps) {
  if (table.rows.length === 0) return <Empty>{empty}</Empty>
  return (
    <Suspense fallback={<Skeleton rows={table.rows.length} />}>
      <RankedTable {...table} />
    </Suspense>
  )
}
