import type { Subscriber } from '@half-measure/shared/people/subscriber.ts'
import { useMemo } from 'react'
import { formatMoment } from '../format/time.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { DataTable } from '../ui/DataTable.tsx'

const FACTS = [
  { header: 'Address', cell: ({ email }: Subscriber) => email },
  { header: 'Signed up', cell: ({ created_at }: Subscriber) => formatMoment(new Date(created_at)) },
  {
    header: 'Confirmed',
    cell: ({ confirmed_at }: Subscriber) =>
      confirmed_at === null ? 'not yet' : formatMoment(new Date(confirmed_at)),
  },
  { header: 'Through', cell: ({ source }: Subscriber) => source },
] as const

interface SubscriberTableProps {
  subscribers: readonly Subscriber[]
  removing: boolean
  onRemove: (subscriber: Subscriber) => void
}

export function SubscriberTable({ subscribers, removing, onRemove }: SubscriberTableProps) {
  const columns = useMemo(
    () =>
      [
        ...FACTS,
        {
          header: 'Remove',
          isAction: true,
          // A function for a cell, not a component: it is called, never mounted.
          // oxlint-disable-next-line react/no-unstable-nested-components
          cell: (subscriber: Subscriber) => (
            <ConfirmButton
              question="Remove for good"
              disabled={removing}
              onConfirm={() => onRemove(subscriber)}
            >
              Remove
            </ConfirmButton>
          ),
        },
      ] as const,
    [removing, onRemove],
  )
  return (
    <DataTable
      caption="Readers of the newsletter, newest first"
      columns={columns}
      rows={subscribers}
      keyOf={({ id }) => id}
    />
  )
}
