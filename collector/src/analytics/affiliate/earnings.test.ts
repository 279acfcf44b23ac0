import { expect, it } from 'vitest'
import { attribute } from './earnings.ts'

it('attributes commissions to the first page and product that match the sub-id', () => {
  const sum = { subId: 'top-5.pale.1', currency: 'GBP', status: 'approved', rows: 1, units: 10_000n } as const
  const [found] = attribute([sum], ['/articles/top-5', '/x/top-5'], ['Pale', 'pale'])
  expect(found).toEqual({ ...sum, page: '/articles/top-5', product: 'Pale', rank: 1 })
})
