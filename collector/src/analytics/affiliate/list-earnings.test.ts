import { expect, it } from 'vitest'
import { attribute } from './earnings.ts'
import type { CommissionSum } from './commission-store.ts'
import { listEarnings } from './list-earnings.ts'

const sum = (subId: string, more: Partial<CommissionSum> = {}): CommissionSum => ({
  subId,
  currency: 'GBP',
  status: 'approved',
  rows: 1,
  units: 10_000n,
  ...more,
})

const list = (sums: readonly CommissionSum[], rest: readonly CommissionSum[] = []) =>
  listEarnings(
    [{ key: 'pale', clicks: 4, sessions: 3, pounds: 2 }],
    { attributed: attribute(sums, ['/reviews/top-5'], ['pale']), rest, hasEpc: true },
    ({ product }) => product,
  )

it('puts clicks and commissions of the same thing together, the most clicked first', () => {
  const { rows, others } = list([sum('top-5.pale.1'), sum('top-5.ale.2'), sum('elsewhere.pale.1')])
  expect(rows).toEqual([
    {
      key: 'pale',
      figures: {
        clicks: 4,
        sessions: 3,
        pounds: 2,
        earnings: [{ currency: 'GBP', approved: 1, pending: 0, per_click: 0.25 }],
      },
    },
    {
      key: 'ale',
      figures: {
        clicks: 0,
        sessions: 0,
        pounds: 0,
        earnings: [{ currency: 'GBP', approved: 1, pending: 0, per_click: null }],
      },
    },
  ])
  expect(others).toEqual([])
})

it('lists five hundred, those with most commissions, and adds the others up', () => {
  const sums = Array.from({ length: 5_000 }, (_, i) => sum(`top-5.product-${i}.1`))
  const frequent = sum('top-5.zz-frequent.1', { rows: 9, units: 50_000n })
  const { rows, others } = list([...sums, frequent, sum('top-5.pale.1')], [sum('', { subId: null })])
  expect(rows).toHaveLength(500)
  expect(rows[0]?.key).toBe('pale')
  expect(rows.map(({ key }) => key)).toContain('zz-frequent')
  const listed = rows
    .flatMap(({ figures }) => figures.earnings)
    .reduce((all, { approved }) => all + approved, 0)
  // Those listed: clicked, frequent, and 498 of one each.
  expect([listed, others]).toEqual([
    1 + 5 + 498,
    [{ currency: 'GBP', approved: 5_000 - 498 + 1, pending: 0, per_click: null }],
  ])
})
