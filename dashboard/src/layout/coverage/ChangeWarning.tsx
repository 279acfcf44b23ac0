import type { ReactNode } from 'react'
import { useCollection } from '../../api/delivery.ts'

/**
 * Page loads are counted at once, events once they are loaded: until those of the period are, its share is too low, and
 * a fall is not one of readers who accept.
 *
 * @param until end of the period, ISO 8601.
 */
export function ChangeWarning({ until, children }: { until: string; children: ReactNode }) {
  const collection = useCollection()
  const isLate = collection?.problem === 'late' && collection.completeUpTo.getTime() < Date.parse(until)
  return !isLate && <p className="note">{children}</p>
}
